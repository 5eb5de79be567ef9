/** Imports with type "file" give the path of the embedded file. */
declare module "*.webmanifest" {
  const path: string;
  export = path;
}
declare module "*.svg" {
  const path: string;
  export = path;
}

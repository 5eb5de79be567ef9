/** The page as the compiler embeds it. Loaded only inside a compiled binary. */
import icon from "./web/icon.svg" with { type: "file" };
import index from "./web/index.html";
import manifest from "./web/manifest.webmanifest" with { type: "file" };
// @ts-expect-error With type "text" the bundler makes the source itself the default export.
import worker from "./web/sw.ts" with { type: "text" };

/** The bundled page. */
export { index };
/** TypeScript source of the service worker. */
export const serviceWorkerSource: string = worker;
/** Files that keep their names → where they lie. */
export const fixedFiles = { "manifest.webmanifest": manifest, "icon.svg": icon } as const;

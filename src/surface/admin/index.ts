/** Front door of the admin child: the phone page and the HTTP interface. It alone listens. */
export { type AdminApp, createAdminApp } from "./app.ts";
export { loadAssets } from "./assets.ts";
export { type AdminOptions, createAdminPlugin } from "./plugin.ts";
export type { AdminDeps, AdminHub, AdminSettings, Asset, RequestEnv } from "./ports.ts";
export { type AdminServer, type ListenOptions, listen } from "./server.ts";

/** Starts the page: what it follows, what it shows, and the worker that opens it without a hub. */
import { render } from "preact";
import { App } from "./components/app.tsx";
import { sessionEvents, watchPage } from "./state/live.ts";
import { followPreferences } from "./state/preferences.ts";
import { followAddress } from "./state/route.ts";
import { followScreen } from "./state/screen.ts";
import { begin } from "./state/session.ts";

followPreferences();
followAddress();
followScreen();
watchPage();
const root = document.getElementById("app");
if (root) render(<App />, root);
void begin(sessionEvents);
// Only over HTTPS or on the hub itself; without it the page works, but needs the hub to open.
navigator.serviceWorker?.register("/sw.js").catch(() => undefined);

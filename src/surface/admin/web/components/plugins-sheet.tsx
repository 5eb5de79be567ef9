/** All plugins: whether they run, whether the system fences them in, and why not where not. */
import { useEffect } from "preact/hooks";
import type { PluginStatus } from "#contract";
import { loadPlugins, plugins } from "../state/admin.ts";
import { words } from "../state/preferences.ts";
import { Icon } from "./icon.tsx";
import { PartView } from "./part.tsx";
import { ConsentTag, isHeldBack, PluginConsent } from "./plugin-consent.tsx";
import { InstallPlugin } from "./plugin-install.tsx";
import { RemovePlugin } from "./plugin-remove.tsx";
import { SheetTitle } from "./sheet.tsx";

/** The sheet. */
export function PluginsSheet() {
  const t = words.value.admin;
  useEffect(loadPlugins, []);
  return (
    <>
      <SheetTitle title={t.plugins} lead={t.pluginsLead} />
      <PartView part={plugins.value} onRetry={loadPlugins}>
        {(list) => list.map((plugin) => <PluginRow key={plugin.name} plugin={plugin} />)}
      </PartView>
      <InstallPlugin />
    </>
  );
}

/** Enough of a package's hash to tell two apart by eye. */
const SHORT_HASH = 12;

function PluginRow({ plugin }: { plugin: PluginStatus }) {
  const t = words.value.admin;
  const p = words.value.packages;
  const fenced = plugin.sandbox !== "none";
  // What was not let run has not been fenced in either; to say so would blame the machine.
  const ran = !isHeldBack(plugin) && plugin.sandbox !== "no_process";
  const tone = plugin.state === "running" ? "ok" : plugin.state === "backoff" ? "bad" : "still";
  return (
    <article class="panel plugin" data-plugin={plugin.name} data-state={plugin.state}>
      <div class="plugin__head">
        <h3 class="plugin__name">
          <bdi>{plugin.name}</bdi> <small>{plugin.version}</small>
        </h3>
        <ConsentTag plugin={plugin} />
        <span class={`tag tag--${tone}`}>{t.pluginState[plugin.state] ?? plugin.state}</span>
      </div>
      {plugin.reason !== null && plugin.reason !== "" && !isHeldBack(plugin) && (
        <p class="plugin__reason">
          <bdi>{plugin.reason}</bdi>
        </p>
      )}
      <p class="plugin__facts">
        {ran && (
          <span class={`tag tag--${fenced ? "ok" : "warn"}`}>
            <Icon name={fenced ? "shield" : "shieldOff"} className="icon--tiny" />
            {fenced ? t.sandboxed : t.unsandboxed}
          </span>
        )}
        <span>{t.restarts(plugin.restarts)}</span>
        <span>{p.sources[plugin.source] ?? plugin.source}</span>
        {typeof plugin.sha256 === "string" && (
          <span title={plugin.sha256}>{p.hash(plugin.sha256.slice(0, SHORT_HASH))}</span>
        )}
      </p>
      {ran && <p class="plugin__lead">{fenced ? t.sandboxedLead : t.unsandboxedLead}</p>}
      <PluginConsent plugin={plugin} />
      {plugin.source === "installed" && plugin.state !== "installing" && (
        <RemovePlugin name={plugin.name} />
      )}
    </article>
  );
}

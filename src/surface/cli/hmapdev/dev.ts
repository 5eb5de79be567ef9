/** `hmapdev dev`: the folder runs in a hub, anew after every save, with its log on the terminal. */
import { watch } from "node:fs";
import { isCanceled, messageOf, OperationalError, sleep } from "#base";
import type { KernelEvents, Manifest, PluginStatus } from "#contract";
import { plain } from "../terminal.ts";
import type { Ask } from "../waiter/command.ts";
import { writeEditorTypes } from "./editor-types.ts";
import { connectToHub } from "./hub-client.ts";
import type { HmapdevOptions } from "./options.ts";
import { readPluginFolder } from "./plugin-folder.ts";

/** Editors save in several steps; the last one counts. */
const DEBOUNCE_MS = 150;
/** How often the hub is asked for new lines of the log. */
const LOG_POLL_MS = 400;

type LogLine = KernelEvents["log"];

/** Links the folder, follows it until `signal` aborts, takes the link away again. */
export async function developPlugin(
  options: HmapdevOptions,
  folder: string,
  socket: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { terminal } = options;
  const { manifest } = await readPluginFolder(folder);
  await writeEditorTypes(options, folder);
  // Calls of its own: the link must be taken away when the author has interrupted everything else.
  using hub = await connectToHub(options, socket, new AbortController().signal);
  const shown = createLogTail(hub.ask, manifest.name, (line) => terminal.out(line));
  await shown.skip();
  const status = (await hub.ask("plugin.link", { path: folder })) as PluginStatus;
  try {
    terminal.out(`linked ${manifest.name} ${manifest.version}: ${stateOf(status)}`);
    terminal.out(grantsOf(manifest));
    terminal.out(`watching ${folder}; Ctrl-C ends it and takes the link away`);
    await follow(options, folder, manifest.name, hub.ask, shown, signal);
  } finally {
    await hub.ask("plugin.unlink", { name: manifest.name });
    terminal.out(`unlinked ${manifest.name}; its data and settings stay`);
  }
}

async function follow(
  { clock, terminal }: HmapdevOptions,
  folder: string,
  name: string,
  ask: Ask,
  shown: LogTail,
  signal: AbortSignal,
): Promise<void> {
  let changed: Disposable | undefined;
  let reloading: Promise<void> = Promise.resolve();
  const reload = async () => {
    try {
      await ask("plugin.reload", { name });
      terminal.out("reloaded");
    } catch (error) {
      // The author mends it and saves again.
      terminal.err(plain(`not reloaded: ${withHint(error)}`));
    }
  };
  using watcher = disposableWatch(folder, (file) => {
    if (isIgnored(file)) return;
    changed?.[Symbol.dispose]();
    changed = clock.after(DEBOUNCE_MS, () => {
      reloading = reloading.then(reload);
    });
  });
  watcher.unref();
  try {
    while (!signal.aborted) {
      await shown.show();
      await sleep(clock, LOG_POLL_MS, signal);
    }
  } catch (error) {
    if (!signal.aborted && !isCanceled(error)) throw error;
  } finally {
    changed?.[Symbol.dispose]();
    await reloading;
  }
}

function disposableWatch(folder: string, onChange: (file: string) => void) {
  const watcher = watch(folder, { recursive: true }, (_event, file) => onChange(String(file)));
  return Object.assign(watcher, { [Symbol.dispose]: () => watcher.close() });
}

/** What changes without the plugin being another. */
function isIgnored(file: string): boolean {
  return /(^|\/)(\.|node_modules\/)/.test(file) || /~$|\.(hmap|swp|tmp)$/.test(file);
}

interface LogTail {
  /** Takes what is there for seen. */
  skip(): Promise<void>;
  /** Shows what has come since. */
  show(): Promise<void>;
}

/** The plugin's lines in the hub's log, each shown once. */
function createLogTail(ask: Ask, name: string, out: (line: string) => void): LogTail {
  let last: string | undefined;
  const fresh = async () => {
    const lines = (await ask("logs", { area: `plugin.${name}` })) as readonly LogLine[];
    const texts = lines.map((line) => JSON.stringify(line));
    const from = last === undefined ? 0 : texts.lastIndexOf(last) + 1;
    last = texts.at(-1) ?? last;
    return lines.slice(from);
  };
  return {
    async skip() {
      await fresh();
    },
    async show() {
      for (const line of await fresh()) out(plain(showLine(line)));
    },
  };
}

/** One line: what was printed as it is, everything else with its fields. */
function showLine({ level, event, fields }: LogLine): string {
  const mark = level === "info" ? "" : `${level} `;
  const { text, line, at, handler, error, stack: _stack, ...others } = fields ?? {};
  if (event === "console" || event === "message") return `${mark}${String(text)}`;
  if (event === "plugin.stderr") return `${mark}${String(line)}`;
  if (event === "handler.failed" || event === "start_failed") {
    const said = (error as { message?: unknown } | undefined)?.message ?? error;
    const what = event === "start_failed" ? "start" : String(handler);
    return `${mark}${at === undefined ? "" : `${String(at)}: `}${what} failed: ${String(said)}`;
  }
  return `${mark}${event} ${JSON.stringify({ ...others, ...(text ? { text } : {}), ...(error ? { error } : {}) })}`;
}

function stateOf({ state, reason }: PluginStatus): string {
  return plain(reason === null ? state : `${state} (${reason})`);
}

function grantsOf({ capabilities = {} }: Manifest): string {
  const names = Object.keys(capabilities);
  if (names.length === 0) return "it asks for nothing; it is sandboxed like every plugin";
  return `by linking it you grant what plugin.json asks for: ${names.join(", ")}`;
}

function withHint(error: unknown): string {
  const hint = error instanceof OperationalError ? error.hint : undefined;
  return hint === undefined ? messageOf(error) : `${messageOf(error)} — ${hint}`;
}

/** The arguments of `homed` (contract §1). */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Env, LOG_LEVELS, type LogLevel, messageOf } from "#base";
import { UsageError } from "#surface/cli";

/** How this run of the hub was asked for. */
export interface HubArguments {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly socketPath: string;
  readonly admin: boolean;
  /** Undefined: as the setting says. */
  readonly logLevel: LogLevel | undefined;
  readonly help: boolean;
}

const options = {
  data: { type: "string" },
  http: { type: "string", default: "127.0.0.1:8080" },
  socket: { type: "string" },
  "no-admin": { type: "boolean", default: false },
  "log-level": { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

export const HELP = `homed [--data DIR] [--http HOST:PORT] [--socket PATH] [--no-admin] [--log-level L]
homed doctor [--json]      what works on this machine
homed waiter …             the command line of a running hub

  --data DIR         data folder (default ./data, or $HOMEAGENT_DATA)
  --http HOST:PORT   where the page listens (default 127.0.0.1:8080; port 0 takes a free one)
  --socket PATH      control socket (default DIR/homed.sock)
  --no-admin         no page and no HTTP
  --log-level L      ${LOG_LEVELS.join(" | ")}`;

/** Reads the arguments. Throws `UsageError`. */
export function readArguments(argv: readonly string[], env: Env): HubArguments {
  const values = parse(argv);
  // An empty name would be the folder in which we happen to stand: `--data "$UNSET"`.
  if (values.data === "")
    throw new UsageError("--data is empty", "for example --data /var/lib/homed");
  const dataDir = resolve(values.data ?? env.dataDir ?? "data");
  const { host, port } = readAddress(values.http);
  const level = values["log-level"];
  if (level !== undefined && !(LOG_LEVELS as readonly string[]).includes(level)) {
    throw new UsageError(`--log-level ${level} is not known`, LOG_LEVELS.join(" | "));
  }
  return {
    dataDir,
    host,
    port,
    socketPath: resolve(values.socket ?? `${dataDir}/homed.sock`),
    admin: !values["no-admin"],
    logLevel: level as LogLevel | undefined,
    help: values.help,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    throw new UsageError(messageOf(error), "homed --help");
  }
}

/** `HOST:PORT`, `[IPv6]:PORT` or `PORT` alone. */
function readAddress(text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, digits] =
    /^(?:\[([0-9a-fA-F:.]+)\]:|([^:[\]]+):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) {
    throw new UsageError(`--http ${text} is not HOST:PORT`, "for example --http 0.0.0.0:8080");
  }
  return { host: bracketed ?? plain ?? "127.0.0.1", port };
}

/** Whether only this machine can reach a host's address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

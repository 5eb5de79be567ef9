/** The words of waiter: each command as a call of the kernel's socket and a way to show its answer. */
import { type ControlMethod, type PersonaChoice, problem, type SayReply } from "#contract";
import { plain, UsageError } from "../terminal.ts";
import type { Command } from "./command.ts";
import { confirm, confirmations, refuse } from "./confirm-commands.ts";
import { pluginDeny, pluginGrant, pluginGrants } from "./grant-commands.ts";
import { memoryRecall } from "./memory-commands.ts";
import { pluginInstall, pluginRemove } from "./plugin-commands.ts";
import { prompt, promptTools, tools } from "./prompt-commands.ts";
import * as render from "./render.ts";
import { toolCall } from "./tool-commands.ts";

const done = (answer: { readonly text?: string } | null) => answer?.text ?? "ok";
const list = (method: ControlMethod, help: string, show: (answer: never) => string): Command => ({
  words: method.split("."),
  usage: method.replace(".", " "),
  help,
  build: () => ({ method, params: {}, render: show }),
});
const onPlugin = (action: "enable" | "disable" | "reload", help: string): Command => ({
  words: ["plugin", action],
  usage: `plugin ${action} NAME`,
  help,
  build: ([name]) => ({ method: `plugin.${action}`, params: { name }, render: done }),
});

const choosePersona = (params: { choice: PersonaChoice; text?: string | undefined }) => ({
  method: "persona.set" as const,
  params,
  render: render.renderPersona,
});

/** Words that the contract names and a later version brings. They fail clearly until then. */
const later = (words: readonly string[], usage: string, what: string): Command => ({
  words,
  usage,
  help: `not in this version: ${what}`,
  build: () => {
    throw problem("NOT_AVAILABLE", `"waiter ${words.join(" ")}" is not in this version`, {
      hint: what,
    });
  },
});

/** VALUE is JSON, or else a string (contract §1). */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  {
    words: ["say"],
    usage: "say TEXT [--user NAME] [--trace]",
    help: "say something to the house; --trace shows the turn as a tree",
    build: ([text], { user, trace }) => ({
      method: "say",
      params: {
        text,
        ...(user === undefined ? {} : { user }),
        ...(trace ? { trace: true } : {}),
      },
      render: (answer: SayReply) => render.renderReply(answer, trace),
    }),
  },
  list("status", "how the hub is", render.renderStatus),
  list("devices", "all devices and their states", render.renderDevices),
  list("plugins", "all plugins and their states", render.renderPlugins),
  list("providers", "model sources in their order", render.renderProviders),
  promptTools,
  prompt,
  tools,
  toolCall,
  {
    words: ["persona", "set"],
    usage: "persona set TEXT",
    help: "give the house's agent a persona of one's own",
    build: ([text]) => choosePersona({ choice: "custom", text }),
  },
  {
    words: ["persona", "default"],
    usage: "persona default",
    help: "back to the built-in persona",
    build: () => choosePersona({ choice: "default" }),
  },
  list("persona", "the persona of the house's agent", render.renderPersona),
  {
    words: ["device", "set"],
    usage: "device set DEVICE_ID CAPABILITY VALUE",
    help: "command one capability of a device",
    build: ([id, capability, value]) => ({
      method: "device.set",
      params: { id, capability, value: parseValue(value ?? "") },
      render: ({ outcome, state }: { outcome: string; state: unknown }) =>
        `${outcome} ${plain(JSON.stringify(state))}`,
    }),
  },
  {
    words: ["device", "forget"],
    usage: "device forget DEVICE_ID",
    help: "take a device that is gone out of the house",
    build: ([id]) => ({ method: "device.forget", params: { id }, render: () => "ok" }),
  },
  list("config.list", "all settings", render.renderConfig),
  {
    words: ["config", "get"],
    usage: "config get KEY",
    help: "one setting",
    build: ([key]) => ({
      method: "config.get",
      params: { key },
      render: ({ value }: { value: unknown }) => plain(JSON.stringify(value)),
    }),
  },
  {
    words: ["config", "set"],
    usage: "config set KEY VALUE",
    help: "change a setting; VALUE is JSON, or else a string",
    build: ([key, value]) => ({
      method: "config.set",
      params: { key, value: parseValue(value ?? "") },
      render: ({ requiresRestart }: { requiresRestart: boolean }) =>
        requiresRestart ? "ok; takes effect at the next start" : "ok",
    }),
  },
  {
    words: ["config", "unset"],
    usage: "config unset KEY",
    help: "back to the default",
    build: ([key]) => ({ method: "config.unset", params: { key }, render: () => "ok" }),
  },
  {
    words: ["token", "create"],
    usage: "token create --name N --role owner|member|guest [--areas ID,ID]",
    help: "make an access token, shown this once; a guest has only the areas that are named",
    build: (_args, { name, role, areas }) => {
      if (name === undefined || role === undefined) {
        throw new UsageError(
          "token create needs --name and --role",
          "waiter token create --name N --role member",
        );
      }
      return {
        method: "token.create",
        params: {
          name,
          role,
          ...(areas === undefined ? {} : { areas: areas.split(",").map((id) => id.trim()) }),
        },
        render: ({ token }: { token: string }) => token,
      };
    },
  },
  onPlugin("enable", "switch a plugin on"),
  onPlugin("disable", "switch a plugin off"),
  onPlugin("reload", "start a plugin anew"),
  pluginInstall,
  pluginRemove,
  pluginGrants,
  pluginGrant,
  pluginDeny,
  confirmations,
  confirm,
  refuse,
  memoryRecall,
  later(["memory"], "memory export FILE | import FILE", "taking the memory along"),
  later(["backup"], "backup create FILE | restore FILE", "backups"),
  list("stop", "stop the hub", done),
  list("setup-code", "the code for the first set-up", done),
];

/** Finds the command that the words begin with and checks the number of its arguments. */
export function findCommand(words: readonly string[]): {
  readonly command: Command;
  readonly args: readonly string[];
} {
  const command = commands.find((candidate) =>
    candidate.words.every((word, index) => words[index] === word),
  );
  if (!command) {
    throw new UsageError(`there is no command "${words.slice(0, 2).join(" ")}"`, "waiter --help");
  }
  const args = words.slice(command.words.length);
  // Arguments are the words in capitals; what stands in brackets or behind flags is not counted.
  const wanted = command.usage.replace(/\[.*|--.*/, "").match(/\b[A-Z][A-Z_.]+\b/g)?.length ?? 0;
  // One in brackets alone may be left out.
  const optional = command.usage.match(/\[[A-Z][A-Z_.]+\]/g)?.length ?? 0;
  const open = command.help.startsWith("not in this version");
  if (!open && (args.length < wanted || args.length > wanted + optional)) {
    throw new UsageError(
      `"${command.words.join(" ")}" takes ${wanted} argument(s), not ${args.length}`,
      `waiter ${command.usage}`,
    );
  }
  return { command, args };
}

/** What each method of the control socket does, over the ports of the kernel. */
import type {
  Cause,
  ControlMethod,
  GrantDecision,
  PackagePart,
  PersonaChoice,
  Principal,
  ProblemCode,
  Role,
  ToolOutcomeKind,
  ToolResult,
} from "#contract";
import { problem } from "#contract";
import type { KernelState } from "#kernel/state";
import type { ControlOptions } from "./options.ts";

/** Parameters after their check; every answer knows which fields its schema promised. */
type Params = Readonly<Record<string, unknown>>;
/** Answers one call. */
export type Answer = (params: Params, signal: AbortSignal) => unknown;

/** The channel of what is said through the socket. */
const CHANNEL = "cli";
/** Long enough for an answer to leave, too short for anybody to notice. */
const STOP_AFTER_MS = 50;

/** Makes the answers. */
export function createAnswers(options: ControlOptions): Readonly<Record<ControlMethod, Answer>> {
  const { state } = options;
  return {
    ...houseAnswers(state),
    ...settingAnswers(state),
    ...tokenAnswers(state),
    ...pluginAnswers(state),
    ...personaAnswers(state),
    ...confirmationAnswers(state),
    status: () => options.status(),
    providers: () => state.models.status(),
    prompt: () => options.prompt(),
    logs: ({ area }) =>
      options.logs().filter((line) => area === undefined || line.area === String(area)),
    stop() {
      // Behind the answer, which would else be cut off with the socket.
      state.clock.after(STOP_AFTER_MS, () => options.requestStop());
      return { text: "stopping" };
    },
  };
}

/** Rejects where the tool did not do it, with what it said. */
async function callTool(
  state: KernelState,
  name: string,
  args: unknown,
  signal: AbortSignal,
): Promise<ToolResult> {
  const principal = state.access.owner();
  const cause = fromTerminal(principal);
  const ids = { turnId: state.ids.next("t"), callId: state.ids.next("c") };
  const context = { ...ids, principal, channel: CHANNEL, origin: "person", cause } as const;
  const result = await state.tools.invoke(name, args, context, signal);
  if (result.outcome === "ok") return result;
  throw problem(TOOL_PROBLEMS[result.outcome], result.content || `${name}: ${result.outcome}`);
}

/** What a call that did not end well is to a program. */
const TOOL_PROBLEMS = {
  unknown: "NOT_FOUND",
  invalid: "INVALID_PARAMS",
  denied: "FORBIDDEN",
  failed: "PLUGIN_FAILED",
  timeout: "COMMAND_TIMEOUT",
  aborted: "CANCELED",
  unconfirmed: "COMMAND_TIMEOUT",
} as const satisfies Record<Exclude<ToolOutcomeKind, "ok">, ProblemCode>;

function houseAnswers(state: KernelState) {
  return {
    say: ({ text, user, trace }: Params, signal: AbortSignal) =>
      state.io.submit(
        {
          text: String(text),
          channel: CHANNEL,
          principal: speaker(state, user),
          origin: "person",
          cause: fromTerminal(speaker(state, user)),
          ...(trace === true ? { trace } : {}),
        },
        signal,
      ),
    "memory.recall": ({ query, user }: Params, signal: AbortSignal) => {
      const memory = state.peek("memory");
      if (!memory) throw problem("NOT_AVAILABLE", "this hub has no memory");
      const at = state.clock.now();
      return memory.recall({ query: String(query), viewer: speaker(state, user), at }, signal);
    },
    "tool.call": ({ name, arguments: args }: Params, signal: AbortSignal) =>
      callTool(state, String(name), args, signal),
    devices: () => state.house.snapshot().devices,
    "device.set": ({ id, capability, value }: Params, signal: AbortSignal) =>
      state.house.command(
        {
          id: String(id),
          capability: String(capability),
          value,
          cause: fromTerminal(state.access.owner()),
        },
        signal,
      ),
    "device.forget"({ id }: Params) {
      state.house.forget(String(id));
      return null;
    },
  } satisfies Partial<Record<ControlMethod, Answer>>;
}

function settingAnswers({ config, access }: KernelState) {
  return {
    "config.list": () => config.list(),
    "config.get": ({ key }: Params) => config.entry(String(key)),
    "config.set": ({ key, value }: Params) => config.set(String(key), value),
    "config.unset": ({ key }: Params) => config.unset(String(key)),
    "setup-code"() {
      const code = access.setupCode();
      if (code !== null) return { text: code };
      throw problem("CONFLICT", "this hub is set up already", {
        hint: "sign in, or make a token with waiter token create",
      });
    },
  } satisfies Partial<Record<ControlMethod, Answer>>;
}

function tokenAnswers({ access, house }: KernelState) {
  return {
    "token.create"({ name, role, areas }: Params) {
      const wanted = areas as readonly string[] | undefined;
      const known = house.snapshot().areas.map(({ id }) => id);
      const stranger = wanted?.find((id) => !known.includes(id));
      if (stranger !== undefined) {
        throw problem("NOT_FOUND", `there is no area "${stranger}"`, {
          hint: known.join(", ") || "the house has no areas yet",
        });
      }
      return access.createToken(String(name), role as Role, wanted);
    },
  } satisfies Partial<Record<ControlMethod, Answer>>;
}

function pluginAnswers({ plugins }: KernelState) {
  const act =
    (action: "enable" | "disable" | "reload") =>
    async ({ name }: Params) => {
      await plugins[action](String(name));
      return null;
    };
  return {
    plugins: () => plugins.list(),
    "plugin.enable": act("enable"),
    "plugin.disable": act("disable"),
    "plugin.reload": act("reload"),
    "plugin.link": ({ path }: Params) => plugins.packages.link(String(path)),
    async "plugin.unlink"({ name }: Params) {
      await plugins.packages.unlink(String(name));
      return null;
    },
    "plugin.upload": (part: Params) => plugins.packages.addPart(part as PackagePart),
    "plugin.install": ({ uploadId, overwrite = false }: Params, signal: AbortSignal) =>
      plugins.packages.install(String(uploadId), { overwrite: overwrite === true }, signal),
    "plugin.grants": ({ name }: Params) => plugins.consents.view(String(name)),
    "plugin.grant": ({ name, ...decision }: Params) =>
      plugins.consents.decide(String(name), decision as GrantDecision),
    async "plugin.remove"({ name, keepData = true }: Params) {
      await plugins.packages.remove(String(name), { keepData: keepData !== false });
      return null;
    },
  } satisfies Partial<Record<ControlMethod, Answer>>;
}

function personaAnswers(state: KernelState) {
  return {
    persona: () => state.persona.view(),
    "persona.set": ({ choice, text }: Params) =>
      state.persona.choose(choice as PersonaChoice, text as string | undefined),
  } satisfies Partial<Record<ControlMethod, Answer>>;
}

function confirmationAnswers(state: KernelState) {
  return {
    confirmations: () => state.confirmations.list(),
    confirm: ({ id, allow }: Params, signal: AbortSignal) =>
      state.confirmations.decide(
        String(id),
        { allow: allow === true, surface: "terminal" },
        state.access.owner(),
        signal,
      ),
  } satisfies Partial<Record<ControlMethod, Answer>>;
}

/** Who asked, and that it was from a terminal: the history must not say that it was at the page. */
const fromTerminal = ({ personId }: Principal): readonly Cause[] => [
  { kind: "person", id: personId },
  { kind: "channel", id: CHANNEL },
];

/** Whoever opens the socket is the owner, and may speak for anybody who has an account. */
function speaker({ access }: KernelState, user: unknown): Principal {
  if (user === undefined) return access.owner();
  const person = access.person(String(user));
  if (person) return person;
  throw problem("NOT_FOUND", `there is no person "${user}"`, {
    hint: "waiter token create --name N --role member",
  });
}

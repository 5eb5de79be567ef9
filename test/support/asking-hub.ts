/** A hub with a real agent and the plugin that speaks to it in every way; only the model is scripted. */
import type { CompletionRequest, Principal, ToolContext, ToolResult } from "#contract";
import type { Input } from "#kernel/state";
import { calls, owner, type Script, text } from "./agent-state.ts";
import { createManualClock, type ManualClock } from "./manual-clock.ts";
import { openPluginHub, type PluginHub } from "./plugin-hub.ts";

/** What the plugin is told to do; see its `main.ts`. */
export interface Deed {
  readonly way: "ask" | "inject" | "interrupt" | "later" | "raw" | "cleaned";
  readonly text?: string;
  readonly options?: object;
  readonly method?: string;
  readonly params?: object;
}

/** The hub, with its time: nothing that hangs is rescued by a deadline. */
export interface AskingHub extends PluginHub {
  readonly clock: ManualClock;
  /** Has the plugin do something outside of every turn. */
  do(deed: Deed, signal?: AbortSignal): Promise<ToolResult>;
  /** An input from the kernel's side. */
  say(content: string, more?: Partial<Input>): Promise<string>;
  /** Inputs that the plugin brought in. */
  injected(): readonly Input[];
  /** What came out on the plugin's channel. */
  heard(): Promise<readonly string[]>;
}

const never = new AbortController().signal;

/** Opens the hub; the model follows `script`. */
export async function openAsking(script: Script): Promise<AskingHub> {
  const clock = createManualClock(Date.UTC(2026, 10, 30, 8));
  const hub = await openPluginHub({ plugins: ["asking"], clock, script });
  await hub.host.boot(never);
  await hub.host.settled();
  let count = 0;
  const invoke = (name: string, args: unknown, signal: AbortSignal) => {
    count += 1;
    const context: ToolContext = {
      turnId: "t_outside",
      callId: `outside_${count}`,
      principal: owner,
      channel: "cli",
      origin: "person",
      cause: [],
    };
    return hub.state.tools.invoke(name, args, context, signal);
  };
  return Object.assign(hub, {
    clock,
    do: (deed: Deed, signal = never) => invoke("ask_do", deed, signal),
    async say(content: string, more: Partial<Input> = {}) {
      const input: Input = {
        text: content,
        channel: "cli",
        principal: owner,
        origin: "person",
        cause: [],
        ...more,
      };
      return (await hub.state.io.submit(input, never)).reply;
    },
    injected: () => hub.inputs.filter(({ origin }) => origin === "plugin"),
    async heard() {
      return JSON.parse((await invoke("ask_heard", {}, never)).content) as string[];
    },
  });
}

/** The last thing that was said in a request. */
export function saidIn({ messages }: CompletionRequest): string {
  return messages.findLast(({ role }) => role === "user")?.content ?? "";
}

/** A model that has a tool do a deed for each of these words, and else answers "re: …". */
export function deedsFor(
  deeds: Readonly<Record<string, readonly (readonly [string, Deed])[]>>,
): Script {
  return (request) => {
    const said = saidIn(request);
    const wanted = deeds[said];
    if (!wanted || request.round > 0) {
      const results = request.messages.filter(({ role }) => role === "tool");
      return text(request.round > 0 ? results.map(({ content }) => content).join() : `re: ${said}`);
    }
    return calls(...wanted);
  };
}

/** A guest of one room. */
export const guest: Principal = {
  personId: "gast",
  name: "Gast",
  role: "guest",
  areas: ["living"],
};

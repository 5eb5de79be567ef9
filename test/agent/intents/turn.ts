/** Runs whole turns of the offline provider against a house whose tools check every call as the hub does. */
import { type Clock, silentLogger } from "#base";
import type {
  Capability,
  CompletionRequest,
  Device,
  HouseSnapshot,
  Message,
  StateValue,
  Timer,
  ToolCall,
} from "#contract";
import { createIntentsProvider } from "../../../src/agent/intents/index.ts";
import { flat } from "./flat.ts";

/** A clock that stands until it is moved. */
export function standingClock(): Clock & { advance(ms: number): void } {
  let now = Date.UTC(2026, 10, 30, 10, 0, 0);
  const never = { [Symbol.dispose]: () => undefined };
  return {
    now: () => now,
    monotonic: () => now,
    after: () => never,
    every: () => never,
    advance(ms) {
      now += ms;
    },
  };
}

/** One tool call and how it ended. */
export interface Ran {
  readonly name: string;
  readonly arguments: unknown;
  readonly outcome: string;
}

/** A turn as the person sees it. */
export interface Turn {
  readonly reply: string;
  readonly calls: readonly Ran[];
}

/** What a test may set. */
export interface HomeOptions {
  readonly extra?: readonly Device[];
  readonly house?: HouseSnapshot;
  readonly timers?: readonly Timer[];
  readonly areaId?: string;
  /** Answers a device command instead of the house; undefined leaves it to the house. */
  readonly command?: (id: string) => { outcome: string; message?: string } | undefined;
  /** The outcome of every call, such as `denied`. */
  readonly outcome?: string;
  readonly tools?: CompletionRequest["tools"];
}

/** A home to speak to. */
export function home(options: HomeOptions = {}) {
  const clock = standingClock();
  const first = options.house ?? flat(options.extra ?? []);
  const states = new Map(first.devices.map((device) => [device.id, { ...device.state }]));
  const house = (): HouseSnapshot => ({
    ...first,
    devices: first.devices.map((device) => ({
      ...device,
      state: states.get(device.id) ?? device.state,
    })),
  });
  const provider = createIntentsProvider({
    house,
    timers: () => options.timers ?? [],
    clock,
    log: silentLogger,
    timeZone: () => "Asia/Shanghai",
  });
  let turns = 0;
  const run = (call: ToolCall): Message & { role: "tool" } => {
    const done = options.outcome
      ? { outcome: options.outcome }
      : execute(call, house(), states, options);
    return { role: "tool", callId: call.id, name: call.name, content: "", ...done };
  };
  const say = async (text: string, conversation = "phone/owner"): Promise<Turn> => {
    turns += 1;
    const messages: Message[] = [{ role: "user", content: text }];
    const ran: Ran[] = [];
    for (let round = 0; round < 3; round += 1) {
      const request: CompletionRequest = {
        turnId: `t_${turns}`,
        round,
        conversation,
        messages,
        tools: options.tools ?? [],
        ...(options.areaId === undefined ? {} : { areaId: options.areaId }),
      };
      let reply = "";
      const calls: ToolCall[] = [];
      for await (const chunk of provider.complete(request, new AbortController().signal)) {
        if (chunk.kind === "text") reply += chunk.text;
        if (chunk.kind === "tool_call") calls.push(chunk.call);
      }
      if (calls.length === 0) return { reply, calls: ran };
      messages.push({ role: "assistant", content: "", toolCalls: calls });
      for (const call of calls) {
        const result = run(call);
        ran.push({ name: call.name, arguments: call.arguments, outcome: result.outcome });
        messages.push(result);
      }
    }
    throw new Error(`no reply to ${text} after three rounds`);
  };
  return { say, clock, provider, state: (id: string) => states.get(`flat.${id}`) };
}

function execute(
  call: ToolCall,
  house: HouseSnapshot,
  states: Map<string, Record<string, StateValue>>,
  options: HomeOptions,
) {
  const args = call.arguments as Record<string, unknown>;
  if (call.name === "device_query") {
    const targets = args["targets"] as string[];
    const devices = house.devices
      .filter(({ id }) => targets.includes(id))
      .map(({ id, name, area, kind, available, state }) => ({
        id,
        name,
        area,
        kind,
        available,
        state,
      }));
    return { outcome: "ok", data: { devices } };
  }
  if (call.name !== "device_command") {
    return { outcome: "ok", data: { timers: options.timers ?? [] } };
  }
  const results = (args["targets"] as string[]).map((id) => {
    const told = options.command?.(id);
    if (told) return { id, ...told };
    const device = house.devices.find((one) => one.id === id);
    const capability = device?.capabilities.find(({ name }) => name === args["capability"]);
    const problem = capability
      ? refusal(capability, args["value"])
      : `no ${String(args["capability"])}`;
    if (problem !== undefined) return { id, outcome: "failed", message: problem };
    const state = states.get(id);
    if (state) state[String(args["capability"])] = args["value"] as StateValue;
    return { id, outcome: "ok" };
  });
  const outcome = results.every((result) => result.outcome === "ok") ? "ok" : "failed";
  return { outcome, data: { results } };
}

/** Why the hub would refuse a value; undefined when it would not. */
function refusal(capability: Capability, value: unknown): string | undefined {
  if (!capability.access.includes("write")) return "not writable";
  switch (capability.kind) {
    case "binary":
      return value === capability.valueOn || value === capability.valueOff
        ? undefined
        : "no on or off";
    case "enum":
      return capability.values.includes(String(value)) ? undefined : "no such value";
    case "color":
      return /^#[0-9a-f]{6}$/.test(String(value)) ? undefined : "no color";
    case "numeric": {
      if (typeof value !== "number") return "no number";
      const { min = -Infinity, max = Infinity, step = 0 } = capability;
      if (value < min || value > max) return "out of range";
      const steps = step > 0 ? (value - min) / step : 0;
      return Math.abs(steps - Math.round(steps)) < 1e-6 ? undefined : "off the grid";
    }
    default:
      return undefined;
  }
}

/** The device commands of a turn in short: "living_light.on=true". */
export function moves(turn: Turn): string[] {
  return turn.calls
    .filter(({ name }) => name === "device_command")
    .flatMap(({ arguments: args, outcome }) => {
      const { targets, capability, value } = args as {
        targets: string[];
        capability: string;
        value: unknown;
      };
      const mark = outcome === "ok" ? "" : ` (${outcome})`;
      return targets.map(
        (id) => `${id.replace("flat.", "")}.${capability}=${String(value)}${mark}`,
      );
    });
}

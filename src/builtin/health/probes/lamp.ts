/** A lamp of the isolated house: what the self-check's sentences switch. */
import type { Device, Principal, SayReply } from "#contract";
import type { KernelState } from "#kernel/state";

const PLUGIN = "selfcheck";
const ID = "selfcheck.lamp";

/** Who speaks in the isolated hub. */
export const SPEAKER: Principal = {
  personId: "selfcheck",
  name: "selfcheck",
  role: "owner",
  areas: null,
};

/** The lamp in a house that has nobody else's devices. */
export class ProbeLamp {
  readonly #state: KernelState;

  constructor(state: KernelState) {
    this.#state = state;
    state.house.attach(PLUGIN, async ({ capability, value, commandId }) => {
      state.house.report(PLUGIN, { id: ID, state: { [capability]: value }, commandId });
    });
    state.house.register(PLUGIN, {
      id: ID,
      name: "自检灯",
      area: { id: "selfcheck", name: "自检室" },
      kind: "light",
      capabilities: [
        { name: "on", kind: "binary", access: ["read", "write"], valueOn: true, valueOff: false },
      ],
      state: { on: false },
    });
  }

  device(): Device {
    return this.#state.house.device(ID);
  }

  /** How many values its history holds. */
  changes(): number {
    return this.#state.house.history(ID, 0, Number.MAX_SAFE_INTEGER).length;
  }

  /** Says a sentence to the isolated hub, through the whole way. */
  say(text: string, signal: AbortSignal): Promise<SayReply> {
    return this.#state.io.submit(
      {
        text,
        channel: "selfcheck",
        principal: SPEAKER,
        origin: "person",
        cause: [{ kind: "person", id: SPEAKER.personId }],
      },
      signal,
    );
  }
}

/** The sentences that switch it. */
export const SENTENCES = { on: "打开自检灯", off: "关闭自检灯" } as const;

/** The processes that `bench:ring` sends events to: over the ring, or as lines on standard input. */
import { EVENT_TYPES } from "#contract";
import { openEventReader } from "#wire/shared";
import { quantile } from "../figures.ts";
import { sharedNs } from "./time.ts";

/** What a child tells at the end of a stretch. */
export interface Stretch {
  readonly heard: number;
  readonly lost: number;
  /** Between its first event and its last. */
  readonly seconds: number;
}

const tell = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

/** Counts the events of a stretch, which the payload `{"end":true}` closes. */
function createStretch() {
  let heard = 0;
  let lost = 0;
  let beginNs = 0;
  let characters = 0;
  return {
    /** Both ways parse: what arrives is an object, not text. */
    hear(payload: string): void {
      if (heard === 0) beginNs = sharedNs();
      heard += 1;
      const event = JSON.parse(payload) as { text?: string; end?: true };
      characters += event.text?.length ?? 0;
      if (event.end !== true) return;
      tell({ heard, lost, seconds: (sharedNs() - beginNs) / 1e9, characters } satisfies Stretch & {
        characters: number;
      });
      heard = 0;
      lost = 0;
    },
    lose(count: number): void {
      lost += count;
    },
  };
}

/** Reads the ring. A "system" event carries when it was written: its way here is measured. */
export async function runReader(): Promise<void> {
  const stretch = createStretch();
  const delaysUs: number[] = [];
  await using reader = openEventReader({ ring: 3, page: 4, wake: 5 });
  tell("ready");
  const { signal } = new AbortController();
  await reader.run(
    {
      onEvent(type, payload) {
        if (type === EVENT_TYPES.content_delta) stretch.hear(payload);
        else if (type === EVENT_TYPES.system) delaysUs.push((sharedNs() - Number(payload)) / 1000);
        else tell({ p50: quantile(delaysUs, 0.5), p99: quantile(delaysUs, 0.99) });
        return undefined;
      },
      onLost: stretch.lose,
    },
    signal,
  );
}

/** Reads lines from standard input. */
export async function runLines(): Promise<void> {
  const stretch = createStretch();
  const decoder = new TextDecoder();
  let rest = "";
  tell("ready");
  for await (const bytes of Bun.stdin.stream()) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) stretch.hear(line);
  }
}

/** Does nothing, to show what the runtime takes by itself. */
export function runNothing(): void {
  tell("ready");
  process.stdin.resume();
}

/** What holds whatever is said by whomever: played at random, replayed from the printed seed. */
import { expect, test } from "vitest";
import { type Random, seededRandom } from "#base";
import { CONTEXT_SOURCES } from "#contract";
import { createManualClock } from "../../support/manual-clock.ts";
import { openMemory, person } from "../../support/memory.ts";
import { tempDir } from "../../support/temp-dir.ts";

const signal = new AbortController().signal;
const WORDS = ["开灯", "茉莉花", "牛奶", "明天", "空调", "milk", "light", "下雨", "周末", "26度"];
const SOURCES = [
  CONTEXT_SOURCES.person,
  CONTEXT_SOURCES.agent,
  CONTEXT_SOURCES.recalled,
  "terminal",
];
const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random.next() * from.length)] as T;
const upTo = (random: Random, max: number) => Math.floor(random.next() * (max + 1));

/** What the test knows of one event. */
interface Known {
  readonly id: string;
  readonly at: number;
  readonly source: string;
  /** Its place in the conversation, as it has to be. */
  readonly order: number;
}

test.each([11, 12, 13, 14, 15, 16])(
  "seed %i: bounded, protected, in order, archived once",
  async (seed) => {
    using dir = tempDir();
    const random = seededRandom(seed);
    const clock = createManualClock();
    const topK = 1 + upTo(random, 12);
    const protectedCount = 1 + upTo(random, 12);
    const bound = Math.max(topK, protectedCount);
    await using memory = openMemory(dir.path, {
      clock,
      topK,
      protectedCount,
      tokensOf: ({ input, response }) => input.length + response.length,
    });
    const known = new Map<string, Known[]>();
    const appends: Promise<unknown>[] = [];

    const speak = (personId: string, channel: string) => {
      const name = `${personId} ${channel}`;
      const events = known.get(name) ?? [];
      known.set(name, events);
      const text = Array.from({ length: upTo(random, 6) }, () => pick(random, WORDS)).join(" ");
      const source = pick(random, SOURCES);
      const isEarlier = source === CONTEXT_SOURCES.recalled;
      const at = isEarlier ? clock.now() - 60_000 - upTo(random, 1e9) : clock.now();
      const draft = { source, channel, personId, input: text, response: text };
      appends.push(
        memory.context
          .append(isEarlier ? { ...draft, at } : draft)
          .then(({ id }) => events.push({ id, at, source, order: isEarlier ? at : clock.now() })),
      );
    };

    for (let step = 0; step < 250; step += 1) {
      clock.advance(1_000);
      const personId = pick(random, ["ann", "bob"]);
      const channel = pick(random, ["phone", "speaker"]);
      speak(personId, channel);
      memory.store.flush();
      await Promise.all(appends.splice(0));
      if (random.next() < 0.5) continue;
      const text = pick(random, WORDS);
      const request = { principal: person(personId), channel, text };
      const tokensMax = upTo(random, 200);
      const isPrune = random.next() < 0.3;
      const { events } = await (isPrune
        ? memory.context.prune({ ...request, tokensMax }, signal)
        : memory.context.window(request, signal));

      const all = (known.get(`${personId} ${channel}`) ?? []).toSorted((a, b) => a.order - b.order);
      const ids = events.map(({ id }) => id);
      expect(
        events.every((event) => event.personId === personId && event.channel === channel),
      ).toBe(true);
      expect(ids.length).toBeLessThanOrEqual(bound);
      expect(ids).toEqual(all.filter(({ id }) => ids.includes(id)).map(({ id }) => id));
      // The newest that were in the window when it was asked for stay. What came back from the past
      // and left again does not count among them.
      expect(ids.slice(-protectedCount)).toEqual(
        expect.arrayContaining(newest(all, protectedCount)),
      );
      const tokens = events.reduce(
        (sum, { input, response }) => sum + input.length + response.length,
        0,
      );
      if (isPrune && events.length > protectedCount) expect(tokens).toBeLessThanOrEqual(tokensMax);
    }

    memory.store.flush();
    const rows = memory.store
      .all<{ id: string }>("SELECT id FROM context_events")
      .map(({ id }) => id);
    const documents = ["ann", "bob"].flatMap((name) =>
      memory.documents.list(person(name), { fromMs: 0, toMs: clock.now() }),
    );
    const events = [...known.values()].flat();
    const archived = new Map(documents.map(({ event, at }) => [event.id, at]));
    expect(documents.length).toBe(archived.size);
    for (const { id, at, source } of events) {
      const places = [rows.includes(id), archived.has(id)].filter(Boolean).length;
      if (source === "terminal") expect(archived.has(id)).toBe(false);
      else expect(places, `${id} from ${source}`).toBe(1);
      if (archived.has(id)) expect(archived.get(id)).toBe(at);
    }
  },
);

/** Those of the newest that nobody can have pushed out: what was said now, at the end. */
function newest(all: readonly Known[], count: number): string[] {
  const last = all.slice(-count);
  const since = last.findLastIndex(({ source }) => source === CONTEXT_SOURCES.recalled) + 1;
  return last.slice(since).map(({ id }) => id);
}

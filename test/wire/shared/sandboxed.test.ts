/** Everything shared works inside the sandbox that plugins have, and the ring stays closed there. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemClock } from "#base";
import { EVENT_TYPES } from "#contract";
import { createEventRing, createMediaArena, createStageSegment } from "#wire/shared";
import { sandboxSupport } from "../../../src/plugin-host/sandbox/index.ts";
import { createStage } from "../../plugin-host/sandbox/stage.ts";
import { settle } from "../../support/manual-clock.ts";
import { freshContext } from "./stage-hand.ts";

const PLUGIN = join(import.meta.dirname, "children/held-plugin.ts");

it.skipIf(sandboxSupport().kind === "none")(
  "a held plugin hears events, changes the stage's context and fills a piece of the arena",
  async () => {
    await using house = await createStage();
    const built = await Bun.build({ entrypoints: [PLUGIN], target: "bun" });
    house.program("held.js", (await built.outputs[0]?.text()) ?? "");
    using ring = createEventRing({ clock: systemClock });
    using arena = createMediaArena();
    await using segment = createStageSegment({ clock: systemClock });
    using run = segment.begin(freshContext());
    using context = run.open();
    const seat = ring.addReader();
    const { page, wake } = seat.descriptors;
    const piece = arena.allocate("held", 100_000);
    const ended = house.start({
      entry: "held.js",
      args: [JSON.stringify({ owner: segment.join(1), ticket: run.ticket, piece })],
      keepDescriptors: [3, 4, 5, 6, 7],
      inherit: [ring.descriptor, page, wake, segment.descriptor, arena.descriptor],
    });
    seat.handedDown();
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (context.finalText !== "ready" && !isOver) await settle();
    ring.write(EVENT_TYPES.device_state, "灯");
    await settle();
    ring.write(EVENT_TYPES.system, "end");
    const { stdout, stderr, exitCode } = await ended;
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(JSON.parse(stdout)).toEqual({ writable: "shared memory: mmap failed: EPERM" });
    expect(run.end().changes).toEqual({ finalText: "ready", notes: ["灯", "end"] });
    expect(arena.read("held", piece.handle).every((byte) => byte === 7)).toBe(true);
  },
);

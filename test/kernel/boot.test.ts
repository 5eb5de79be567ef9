/** The boot engine: order, concurrency, reverse stop, and errors that name the module. */
import { describe, expect, it } from "vitest";
import { type BootModule, type BootOptions, boot } from "#kernel/boot";
import { createManualClock } from "../support/manual-clock.ts";

const live = () => new AbortController().signal;

function options(more: Partial<BootOptions> = {}): BootOptions {
  return {
    clock: createManualClock(),
    startTimeoutMs: 1000,
    stopTimeoutMs: 1000,
    onStopProblem: () => undefined,
    ...more,
  };
}

/** A module that notes its start and stop in `seen`. */
function noting(seen: string[], name: string, needs: readonly string[] = []): BootModule<null> {
  return {
    name,
    needs,
    async start() {
      seen.push(`+${name}`);
      return { [Symbol.asyncDispose]: async () => void seen.push(`-${name}`) };
    },
  };
}

describe("boot", () => {
  it("starts what is needed first and stops in reverse", async () => {
    const seen: string[] = [];
    const modules = [
      noting(seen, "page", ["house"]),
      noting(seen, "house", ["store"]),
      noting(seen, "store"),
    ];
    const booted = await boot(modules, null, options(), live());
    expect(booted.timings.map(({ module }) => module)).toEqual(["store", "house", "page"]);
    await booted[Symbol.asyncDispose]();
    expect(seen).toEqual(["+store", "+house", "+page", "-page", "-house", "-store"]);
  });

  it("starts independent modules side by side", async () => {
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const meets = (name: string): BootModule<null> => ({
      name,
      needs: [],
      async start() {
        waiting += 1;
        if (waiting === 2) both.resolve();
        await both.promise;
        return undefined;
      },
    });
    const booted = await boot([meets("a"), meets("b")], null, options(), live());
    expect(booted.timings).toHaveLength(2);
  });

  it("stops what runs when one module fails, and tells its error", async () => {
    const seen: string[] = [];
    const failing: BootModule<null> = {
      name: "bad",
      needs: ["store"],
      start: () => Promise.reject(new Error("no disk")),
    };
    await expect(boot([noting(seen, "store"), failing], null, options(), live())).rejects.toThrow(
      "no disk",
    );
    expect(seen).toEqual(["+store", "-store"]);
  });

  it("names a module that does not start", async () => {
    const clock = createManualClock();
    const hanging: BootModule<null> = {
      name: "radio",
      needs: [],
      start: () => new Promise(() => undefined),
    };
    const booting = boot([hanging], null, options({ clock }), live());
    await Promise.resolve();
    clock.advance(1000);
    await expect(booting).rejects.toThrow('module "radio" did not start within 1000 ms');
  });

  it("names a module that does not stop, and stops the others", async () => {
    const clock = createManualClock();
    const seen: string[] = [];
    const problems: string[] = [];
    const stuck: BootModule<null> = {
      name: "stuck",
      needs: ["store"],
      start: async () => ({ [Symbol.asyncDispose]: () => new Promise<void>(() => undefined) }),
    };
    const booted = await boot(
      [noting(seen, "store"), stuck],
      null,
      options({ clock, onStopProblem: (module) => problems.push(module) }),
      live(),
    );
    const stopping = booted[Symbol.asyncDispose]();
    clock.advance(1000);
    await stopping;
    expect([problems, seen]).toEqual([["stuck"], ["+store", "-store"]]);
  });

  it("names a circle and an unknown need before anything starts", async () => {
    const seen: string[] = [];
    const circle = [noting(seen, "a", ["b"]), noting(seen, "b", ["a"])];
    await expect(boot(circle, null, options(), live())).rejects.toThrow("a → b → a");
    await expect(boot([noting(seen, "a", ["x"])], null, options(), live())).rejects.toThrow(
      'no module "x"',
    );
    expect(seen).toEqual([]);
  });
});

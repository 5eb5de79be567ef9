/** A run in which no test ran is no success (F55): a pattern with a slip in it must not look green. */
import type { TestModule, Vitest } from "vitest/node";

/** Adds to every run, whatever reporters it was asked for. */
export const someTestRan = {
  name: "some-test-ran",
  configureVitest({ vitest }: { readonly vitest: Vitest }): void {
    vitest.config.reporters.push({
      onTestRunEnd(modules: readonly TestModule[]) {
        if (modules.some(hasRun)) return;
        vitest.logger.error("no test ran: nothing is proved");
        process.exitCode = 1;
      },
    });
  },
};

function hasRun({ children }: TestModule): boolean {
  for (const test of children.allTests()) {
    if (test.result().state !== "skipped" && test.result().state !== "pending") return true;
  }
  return false;
}

/** Small writes that nobody waits for: grouped, and loud once when the disk refuses them. */
import { type Logger, messageOf } from "#base";
import type { Health } from "#kernel/state";
import type { Store } from "#platform/store";

/** Queues writes for the store's next group. */
export interface GroupedWriter {
  /** `onLost` hears when the disk refused it. */
  write(work: () => void, onLost?: () => void): void;
}

/** A writer that tells the first failure of a row of failures, and the recovery. */
export function createGroupedWriter(store: Store, log: Logger, health?: Health): GroupedWriter {
  let lost = 0;
  let trouble: Disposable | undefined;
  return {
    write(work, onLost) {
      store.grouped(work).then(
        () => {
          if (lost > 0) log.info("home.writes_recovered", { lost });
          lost = 0;
          trouble?.[Symbol.dispose]();
          trouble = undefined;
        },
        (error: unknown) => {
          if (lost === 0) log.error("home.write_failed", { error });
          trouble ??= health?.degrade("house", `states are not kept: ${messageOf(error)}`);
          lost += 1;
          onLost?.();
        },
      );
    },
  };
}

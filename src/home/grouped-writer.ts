/** Small writes that nobody waits for: grouped, and loud once when the disk refuses them. */
import type { Logger } from "#base";
import type { Store } from "#platform/store";

/** Queues writes for the store's next group. */
export interface GroupedWriter {
  /** `onLost` hears when the disk refused it. */
  write(work: () => void, onLost?: () => void): void;
}

/** A writer that logs the first failure of a row of failures, and the recovery. */
export function createGroupedWriter(store: Store, log: Logger): GroupedWriter {
  let lost = 0;
  return {
    write(work, onLost) {
      store.grouped(work).then(
        () => {
          if (lost > 0) log.info("home.writes_recovered", { lost });
          lost = 0;
        },
        (error: unknown) => {
          if (lost === 0) log.error("home.write_failed", { error });
          lost += 1;
          onLost?.();
        },
      );
    },
  };
}

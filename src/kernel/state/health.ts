/** Degraded parts of the hub: logged once when they begin, listed in the status while they last. */
import type { Logger } from "#base";
import type { Degradation } from "#contract";
import type { Health } from "./ports/platform.ts";

/** Makes an empty health record. */
export function createHealth(log: Logger): Health {
  const current = new Map<symbol, Degradation>();
  return {
    degrade(part, reason) {
      const key = Symbol(part);
      current.set(key, { part, reason });
      log.warn("health.degraded", { part, reason });
      return {
        update(next) {
          if (current.get(key)?.reason === next || !current.has(key)) return;
          current.set(key, { part, reason: next });
          log.warn("health.degraded", { part, reason: next });
        },
        [Symbol.dispose]() {
          if (current.delete(key)) log.info("health.recovered", { part });
        },
      };
    },
    list: () => [...current.values()],
  };
}

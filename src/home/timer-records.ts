/** Where the timers of the house outlive the hub: one row each, gone before the timer acts. */
import { Type } from "typebox";
import type { Logger } from "#base";
import { checker, ROLES } from "#contract";
import type { TimerRecord, TimerRecords } from "#kernel/state";
import type { Store } from "#platform/store";
import { TIMERS_AREA, TIMERS_MIGRATIONS } from "./schema.ts";

const NullableString = Type.Union([Type.String(), Type.Null()]);

const timerRecord = checker(
  Type.Object({
    timerId: Type.String(),
    name: NullableString,
    message: NullableString,
    action: Type.Union([
      Type.Object({ tool: Type.String(), arguments: Type.Unknown() }),
      Type.Null(),
    ]),
    areaId: NullableString,
    channel: Type.String(),
    principal: Type.Object({
      personId: Type.String(),
      name: Type.String(),
      role: Type.Union(ROLES.map((role) => Type.Literal(role))),
      areas: Type.Union([Type.Array(Type.String()), Type.Null()]),
    }),
    cause: Type.Array(Type.Object({ kind: Type.String(), id: Type.String() })),
    durationMs: Type.Number(),
    dueAt: Type.Union([Type.Number(), Type.Null()]),
    remainingMs: Type.Number(),
  }),
);

/** Timer records in `hub.db`. */
export function createTimerRecords(store: Store, log: Logger): TimerRecords {
  store.migrate(TIMERS_AREA, TIMERS_MIGRATIONS);
  return {
    load() {
      const rows = store.all<{ id: string; record: string }>("SELECT id, record FROM timers");
      return rows.flatMap(({ id, record }) => {
        try {
          return [timerRecord.require(JSON.parse(record), "timer") as TimerRecord];
        } catch (error) {
          log.error("home.timer_unreadable", { id, error });
          return [];
        }
      });
    },
    save(record) {
      const text = JSON.stringify(record);
      store.run("INSERT OR REPLACE INTO timers (id, record) VALUES (?, ?)", record.timerId, text);
    },
    remove(timerId) {
      store.run("DELETE FROM timers WHERE id = ?", timerId);
    },
  };
}

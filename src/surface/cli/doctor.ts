/** `homed doctor`: shows what every room found on this machine; fails where a needed part does. */
import type { Probe } from "#contract";
import { columns, EXIT, type Terminal } from "./terminal.ts";

/** Stands where nothing needed was looked at: then nobody knows whether it works (F55). */
const NOTHING: Probe = {
  name: "doctor",
  ok: false,
  needed: true,
  detail: "nothing that is needed was looked at",
};

/** Shows the probes and answers the exit code: 1 when a needed one failed, or there was none. */
export function showDoctor(found: readonly Probe[], json: boolean, terminal: Terminal): number {
  const probes = found.some(({ needed }) => needed) ? found : [...found, NOTHING];
  const failed = probes.filter(({ ok, needed }) => needed && !ok);
  if (json) terminal.out(JSON.stringify({ ok: failed.length === 0, probes }));
  else {
    terminal.out(
      columns(probes.map(({ name, ok, needed, detail }) => [mark(ok, needed), name, detail])),
    );
    terminal.out(
      failed.length === 0
        ? "all that is needed works"
        : `${failed.length} needed part(s) do not work`,
    );
  }
  return failed.length === 0 ? EXIT.done : EXIT.failed;
}

const mark = (ok: boolean, needed: boolean) => (ok ? "ok" : needed ? "FAIL" : "missing");

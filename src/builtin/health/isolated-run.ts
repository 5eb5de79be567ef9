/** The isolated probes in a process of their own: what is run there, and how its findings come back. */
import { type Static, Type } from "typebox";
import { BugError, type Clock } from "#base";
import { checker } from "#contract";
import {
  CHECK_STATES,
  HEALTH_PARTS,
  type IsolatedHub,
  type LiveHub,
  type Machine,
} from "./probe.ts";
import { hubProbes } from "./probes/index.ts";
import { type CheckResult, runProbes } from "./run-probes.ts";

const ResultsSchema = Type.Array(
  Type.Object({
    part: Type.Enum([...HEALTH_PARTS]),
    name: Type.String({ minLength: 1, maxLength: 64 }),
    state: Type.Enum([...CHECK_STATES]),
    detail: Type.String({ maxLength: 2000 }),
    todo: Type.Union([Type.String({ maxLength: 2000 }), Type.Null()]),
    ms: Type.Number(),
  }),
  { minItems: 1, maxItems: 64 },
);
const results = checker<typeof ResultsSchema>(ResultsSchema);

/** Findings as the other process writes them. Throws where that is no list of findings. */
export function readCheckResults(text: string): readonly CheckResult[] {
  const read: Static<typeof ResultsSchema> = results.require(JSON.parse(text), "check results");
  return read;
}

/** Runs the isolated probes of these names, in the process that this is. */
export async function runIsolatedProbes(
  names: readonly string[],
  openIsolated: (signal: AbortSignal) => Promise<IsolatedHub>,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly CheckResult[]> {
  const probes = hubProbes(clock).filter(
    ({ name, isIsolated }) => isIsolated === true && names.includes(name),
  );
  return await runProbes(
    probes,
    { live: NOT_HERE, machine: NOT_HERE, openIsolated, clock },
    signal,
  );
}

/** The living hub is in another process: a probe that asks for it is no isolated one. */
const NOT_HERE: LiveHub & Machine = new Proxy({} as LiveHub & Machine, {
  get(_target, key) {
    throw new BugError(`an isolated probe asked for "${String(key)}" of the living hub`);
  },
});

/** The seccomp filter: rules compiled to classic BPF, and put on the calling thread. */
import { BPF, DATA_OFFSET, encode, INSTRUCTION_BYTES, type Instruction, VERDICT } from "./bpf.ts";
import type { StepFailure } from "./landlock.ts";
import {
  type Comparison,
  type ConditionalRule,
  conditionalRules,
  REFUSED,
  type SeccompNeeds,
  UNKNOWN,
} from "./seccomp-rules.ts";
import { addressOf, type SystemCalls } from "./syscall.ts";
import { type Arch, NEWEST_KNOWN_SYSCALL, syscallNumber } from "./syscall-numbers.ts";

const AUDIT_ARCH: Readonly<Record<Arch, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
/** Numbers from here on select the x32 interface on x86-64, which has its own table. */
const X32_BIT = 0x4000_0000;

const EPERM = VERDICT.errno(1);
const ENOSYS = VERDICT.errno(38);

/** The filter as instructions. Pure, so that both processors' filters can be tested on one. */
export function seccompProgram(arch: Arch, needs: SeccompNeeds): readonly Instruction[] {
  const program: Instruction[] = [
    // First of all: under another interface every number below would mean another call.
    [BPF.load, 0, 0, DATA_OFFSET.arch],
    [BPF.jumpEqual, 1, 0, AUDIT_ARCH[arch]],
    [BPF.return, 0, 0, VERDICT.killProcess],
    [BPF.load, 0, 0, DATA_OFFSET.number],
  ];
  if (arch === "x64") program.push(...onlyIf(BPF.jumpGreaterOrEqual, X32_BIT, [give(EPERM)]));
  // Calls that nobody here has judged yet do not exist for a plugin.
  program.push(...onlyIf(BPF.jumpGreater, NEWEST_KNOWN_SYSCALL, [give(ENOSYS)]));
  const add = (name: (typeof REFUSED)[number], body: readonly Instruction[]) => {
    const number = syscallNumber(arch, name);
    if (number !== undefined) program.push(...onlyIf(BPF.jumpEqual, number, body));
  };
  for (const rule of conditionalRules(needs)) add(rule.call, ruleBody(rule));
  for (const name of UNKNOWN) add(name, [give(ENOSYS)]);
  for (const name of REFUSED) add(name, [give(EPERM)]);
  program.push(give(VERDICT.allow));
  return program;
}

function give(verdict: number): Instruction {
  return [BPF.return, 0, 0, verdict];
}

/** Runs a body, which must end in a verdict, when the loaded word compares so. */
function onlyIf(code: number, k: number, body: readonly Instruction[]): Instruction[] {
  return [[code, 0, body.length, k], ...body];
}

/** Every alternative in turn; the first that fits decides. */
function ruleBody(rule: ConditionalRule): Instruction[] {
  const [fits, otherwise] =
    rule.verdict === "allow" ? [VERDICT.allow, EPERM] : [EPERM, VERDICT.allow];
  const body: Instruction[] = [];
  for (const alternative of rule.when) {
    const tests = alternative.flatMap(comparisonTests);
    const size = tests.reduce((sum, test) => sum + test.length, 0);
    let seen = 0;
    for (const test of tests) {
      seen += test.length;
      // Past the rest of this alternative and its verdict.
      body.push(...test.slice(0, -1), withMiss(test, size - seen + 1));
    }
    body.push(give(fits));
  }
  body.push(give(otherwise));
  return body;
}

function withMiss(test: readonly Instruction[], jf: number): Instruction {
  const [code, , , k] = test.at(-1) as Instruction;
  return [code, 0, jf, k];
}

/** Load, perhaps mask, compare; for a wide comparison once for each word. */
function comparisonTests(comparison: Comparison): Instruction[][] {
  const { arg, equals, mask, wide } = comparison;
  const low: Instruction[] = [[BPF.load, 0, 0, DATA_OFFSET.argLow(arg)]];
  if (mask !== undefined) low.push([BPF.and, 0, 0, mask]);
  low.push([BPF.jumpEqual, 0, 0, equals]);
  if (!wide) return [low];
  return [
    low,
    [
      [BPF.load, 0, 0, DATA_OFFSET.argHigh(arg)],
      [BPF.jumpEqual, 0, 0, 0],
    ],
  ];
}

const SECCOMP_SET_MODE_FILTER = 1;
const SECCOMP_GET_ACTION_AVAIL = 2;

/** Whether the running kernel takes filters. */
export function seccompAvailable(system: SystemCalls): boolean {
  const action = new Uint32Array([VERDICT.killProcess]);
  return system.call("seccomp", SECCOMP_GET_ACTION_AVAIL, 0, action) === 0;
}

/** Puts the filter on the calling thread, for good. Needs `no_new_privs`. */
export function installFilter(
  system: SystemCalls,
  program: readonly Instruction[],
): StepFailure | undefined {
  const instructions = encode(program);
  // struct sock_fprog: a 16-bit length, padding, and the address of the instructions.
  const header = new BigUint64Array([
    BigInt(instructions.length / INSTRUCTION_BYTES),
    addressOf(instructions),
  ]);
  const result = system.call("seccomp", SECCOMP_SET_MODE_FILTER, 0, header);
  return result < 0 ? { step: "seccomp", result } : undefined;
}

/** Runs a seccomp program over one system call, as Linux would: so that both processors' filters are tried on any. */
import { BPF, type Instruction } from "../../../src/plugin-host/sandbox/bpf.ts";

/** One system call as `struct seccomp_data` shows it. */
export interface SystemCall {
  readonly arch: number;
  readonly number: number;
  readonly args?: readonly (number | bigint)[];
}

/** The verdict, or an error where Linux would refuse the program. */
export function runFilter(program: readonly Instruction[], call: SystemCall): number {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call.number, true);
  data.setUint32(4, call.arch, true);
  for (const [index, arg] of (call.args ?? []).entries()) {
    data.setBigUint64(16 + 8 * index, BigInt(arg), true);
  }
  let accumulator = 0;
  for (let at = 0; at < program.length; at++) {
    const [code, jt, jf, k] = program[at] as Instruction;
    if (jt > 255 || jf > 255) throw new Error(`jump too far at ${at}`);
    const jump = (condition: boolean) => {
      at += condition ? jt : jf;
    };
    switch (code) {
      case BPF.load:
        accumulator = data.getUint32(k, true);
        break;
      case BPF.and:
        accumulator = (accumulator & k) >>> 0;
        break;
      case BPF.jumpEqual:
        jump(accumulator === k >>> 0);
        break;
      case BPF.jumpGreater:
        jump(accumulator > k >>> 0);
        break;
      case BPF.jumpGreaterOrEqual:
        jump(accumulator >= k >>> 0);
        break;
      case BPF.return:
        return k >>> 0;
      default:
        throw new Error(`unknown code ${code} at ${at}`);
    }
  }
  throw new Error("the program ends without a verdict");
}

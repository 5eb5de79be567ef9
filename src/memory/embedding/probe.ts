/** Tries ONNX Runtime for `homed doctor`: a model of one node is loaded and its sum checked. */
import { messageOf } from "#base";
import type { Probe } from "#contract";
import { loadOnnxRuntime } from "./onnx-runtime.ts";
import { PROBE_SIZE, probeModel } from "./probe-model.ts";

const NAME = "onnxruntime";

/** Whether models for embedding can run here. The hub runs without, on words alone. Must not throw. */
export async function probeOnnx(nativeDir: string): Promise<readonly Probe[]> {
  return [await compute(nativeDir)];
}

async function compute(nativeDir: string): Promise<Probe> {
  try {
    const runtime = await loadOnnxRuntime(nativeDir);
    const session = await runtime.InferenceSession.create(probeModel(), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
    });
    try {
      const dims = [PROBE_SIZE];
      const { y } = await session.run({
        a: new runtime.Tensor("float32", Float32Array.of(1, 2), dims),
        b: new runtime.Tensor("float32", Float32Array.of(0.5, -4), dims),
      });
      const sums = [...((y?.data as Float32Array | undefined) ?? [])];
      const ok = sums.length === PROBE_SIZE && sums[0] === 1.5 && sums[1] === -2;
      const version = runtime.env.versions.node ?? "unknown version";
      const detail = ok ? `${version}, one node computed` : `computed ${sums.join(", ")}`;
      return { name: NAME, ok, needed: false, detail };
    } finally {
      await session.release();
    }
  } catch (error) {
    return { name: NAME, ok: false, needed: false, detail: messageOf(error) };
  }
}

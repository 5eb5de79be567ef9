/**
 * Loads ONNX Runtime. A compiled binary unpacks the package's `.node` file alone, and the system's
 * loader then misses the library beside it: so the library is written out and loaded first, and
 * found by its name when the binding asks for it.
 */
import { dlopen, FFIType } from "bun:ffi";
import { existsSync } from "node:fs";
import type * as Onnx from "onnxruntime-node";
import { materializeAsset, messageOf, OperationalError } from "#base";

/** The module `onnxruntime-node`. */
export type OnnxRuntime = typeof Onnx;

/** The name by which the binding asks for the library. */
const LIBRARY_NAME = "libonnxruntime.so.1";

let loading: Promise<OnnxRuntime> | undefined;

/**
 * The runtime, loaded once per process and for good: 45 MB of library, so only where it is used.
 * Throws `ONNX_UNAVAILABLE`; a later call tries again.
 */
export function loadOnnxRuntime(nativeDir: string): Promise<OnnxRuntime> {
  loading ??= load(nativeDir).catch((cause: unknown) => {
    loading = undefined;
    throw new OperationalError("ONNX_UNAVAILABLE", `ONNX Runtime: ${messageOf(cause)}`, {
      hint: "the data folder needs 100 MB of free space and must not be mounted noexec; libstdc++6 must be installed",
      cause,
    });
  });
  return loading;
}

async function load(nativeDir: string): Promise<OnnxRuntime> {
  const library = await materializeAsset(await onnxLibraryPath(), nativeDir, LIBRARY_NAME);
  disableTelemetry();
  // Never closed: the binding goes on using it.
  dlopen(library, { OrtGetApiBase: { args: [], returns: FFIType.ptr } });
  const module = (await import("onnxruntime-node")) as OnnxRuntime & { default?: OnnxRuntime };
  return module.default ?? module;
}

/**
 * Since 1.29 the official builds for Linux report model names and machine facts to their maker,
 * unless this variable is set before the library starts. `process.env` does not reach the C
 * environment that it reads.
 */
function disableTelemetry(): void {
  const libc = dlopen("libc.so.6", {
    setenv: { args: [FFIType.cstring, FFIType.cstring, FFIType.i32], returns: FFIType.i32 },
  });
  const set = libc.symbols.setenv(cString("ORT_DISABLE_TELEMETRY"), cString("1"), 1);
  libc.close();
  if (set !== 0) throw new Error("its telemetry cannot be switched off");
}

function cString(text: string): Uint8Array {
  return Buffer.from(`${text}\0`);
}

/** One branch per architecture: the bundler knows `process.arch` of its target and drops the other. */
async function onnxLibraryPath(): Promise<string> {
  const { onnxLibrary } =
    process.arch === "arm64" ? await import("./onnx-arm64.ts") : await import("./onnx-x64.ts");
  if (!existsSync(onnxLibrary)) throw new Error(`the library for ${process.arch} is not bundled`);
  return onnxLibrary;
}

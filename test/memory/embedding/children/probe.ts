/** Probes ONNX Runtime in a process of its own and prints the finding. */
import { probeOnnx } from "#memory/embedding";

const [nativeDir = ""] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(await probeOnnx(nativeDir))}\n`);

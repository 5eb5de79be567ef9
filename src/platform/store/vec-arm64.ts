/** The sqlite-vec library for arm64, as a file that the bundler embeds. */
import path from "sqlite-vec-linux-arm64/vec0.so" with { type: "file" };

/** Where it lies: in `node_modules`, or inside the compiled binary. */
export const vecLibrary: string = path;

/** A folder of a test's own, gone when the test is. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes an empty folder; disposing removes it with all that is in it. */
export function tempDir(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "homeagent-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

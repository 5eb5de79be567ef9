/** What the lists of attacks are made from: a sound package, and one thing that is wrong with it. */
import { type Forged, type ForgedArchive, forge } from "./forge.ts";

export const MANIFEST = JSON.stringify({ name: "bad", version: "1.0.0", entry: "main.ts" });
export const MAIN: Forged = { name: "main.ts", data: "export {};" };
export const GOOD: readonly Forged[] = [{ name: "plugin.json", data: MANIFEST }, MAIN];

/** A sound package with one entry more. */
export const plus = (...more: readonly Forged[]) => forge([...GOOD, ...more]);
export const named = (name: string | Buffer) => plus({ name, data: "x" });
export const ofType = (mode: number) => plus({ name: "a", data: "x", attributes: mode << 16 });
export const whole = (archive: ForgedArchive) => forge(GOOD, archive);
export const withManifest = (text: string | Buffer) =>
  forge([{ name: "plugin.json", data: text }, MAIN]);
export const zeros = (name: string, bytes: number): Forged => ({ name, data: Buffer.alloc(bytes) });

export const REFUSED = "PACKAGE_INVALID";
export type Attack = readonly [what: string, bytes: () => Buffer, code: string, reason: string];

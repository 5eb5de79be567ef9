/** What the hub notes in the folder of an installed plugin: which package it came from. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "typebox";
import { parseJson } from "#base";
import { checker } from "#contract";
import { PACKAGE_RECORD } from "../blueprint.ts";
import { RECORD_BYTES_MAX } from "./limits.ts";

const Hash = Type.String({ pattern: "^[0-9a-f]{64}$" });
const RecordSchema = Type.Object({
  /** Of the package. */
  sha256: Hash,
  /** Of the files as they were unpacked: when they are others now, the package's hash says nothing. */
  codeHash: Hash,
  bytes: Type.Integer({ minimum: 0 }),
  installedAt: Type.String({ maxLength: 40 }),
});
const record = checker(RecordSchema);
export type PackageRecord = Static<typeof RecordSchema>;

/** The record's text. */
export function writeRecord(value: PackageRecord): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** The record in a plugin's folder; undefined where none can be read, as in one put there by hand. */
export async function readRecord(folder: string): Promise<PackageRecord | undefined> {
  try {
    // A pipe of that name must not hold up the start until somebody writes into it.
    const flags = constants.O_RDONLY | constants.O_NONBLOCK;
    await using file = await open(join(folder, PACKAGE_RECORD), flags);
    const buffer = Buffer.alloc(RECORD_BYTES_MAX);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const value = parseJson(buffer.toString("utf8", 0, bytesRead));
    return record.accepts(value) ? value : undefined;
  } catch {
    // The record is told to people and decides nothing: without one the plugin runs all the same.
    return undefined;
  }
}

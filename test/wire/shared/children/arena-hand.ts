/** A plugin with a window on the media arena: fills pieces and reads them, and tries to cut it off. */
import { ftruncateSync } from "node:fs";
import { createInterface } from "node:readline";
import { type ArenaPiece, openMediaWindow } from "#wire/shared";

interface Order {
  readonly do: "fill" | "sum" | "cut";
  readonly piece: ArenaPiece;
  readonly value?: number;
}

using window = openMediaWindow(3);

function obey({ do: what, piece, value }: Order): unknown {
  if (what === "cut") {
    try {
      return ftruncateSync(3, 0) ?? "cut";
    } catch (error) {
      return (error as { code: string }).code;
    }
  }
  const bytes = window.view(piece);
  if (what === "fill") bytes.fill(value ?? 0);
  return bytes.reduce((sum, byte) => sum + byte, 0);
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(obey(JSON.parse(line)))}\n`);
}

/** Retrieval sets: remembered sentences of some scopes, and questions with the right answers. */
import { readFile } from "node:fs/promises";
import { Type } from "typebox";
import { checker } from "#contract";

const Item = Type.Object({
  id: Type.String(),
  text: Type.String(),
  time: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  speaker: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const Query = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  text: Type.String(),
  time: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  speaker: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  relevant: Type.Array(Type.String()),
});
const RecallSetSchema = Type.Object({
  name: Type.String(),
  language: Type.String(),
  scopes: Type.Array(
    Type.Object({
      scope: Type.String(),
      items: Type.Array(Item),
      queries: Type.Array(Query),
    }),
  ),
});
const recallSet = checker(RecallSetSchema);

export interface SetItem {
  readonly id: string;
  readonly text: string;
  readonly at: number;
  readonly speaker: string | undefined;
}
export interface SetQuery {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly at: number;
  readonly relevant: readonly string[];
}
export interface SetScope {
  readonly scope: string;
  readonly items: readonly SetItem[];
  readonly queries: readonly SetQuery[];
}
export interface RecallSet {
  readonly name: string;
  readonly language: string;
  readonly scopes: readonly SetScope[];
}

/** Reads a set; every time becomes epoch milliseconds. */
export async function readSet(file: string): Promise<RecallSet> {
  const set = recallSet.require(JSON.parse(await readFile(file, "utf8")), file);
  const scopes = set.scopes.map(({ scope, items, queries }): SetScope => {
    let last = 0;
    const dated = items.map(({ id, text, time, speaker }) => {
      last = timeOf(time) ?? last + 1000;
      return { id, text, at: last, speaker: speaker ?? undefined };
    });
    // A question without a time is asked the day after the last word.
    const after = Math.max(...dated.map(({ at }) => at)) + 86_400_000;
    const asked = queries.map(({ id, kind, text, time, relevant }) => ({
      ...{ id, kind, text, relevant },
      at: timeOf(time) ?? after,
    }));
    return { scope, items: dated, queries: asked };
  });
  return { name: set.name, language: set.language, scopes };
}

/** "2024年04月01日 周一 08:22", "7:31 pm on 21 January, 2022" or ISO 8601, all taken as UTC. */
function timeOf(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  const han = /(\d{4})年(\d{1,2})月(\d{1,2})日\D*(\d{1,2}):(\d{2})/u.exec(text);
  if (han) {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = han.slice(1).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute);
  }
  const english = /(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2} \w+, \d{4})/i.exec(text);
  const day = Date.parse(english ? `${english[4]} UTC` : text);
  if (Number.isNaN(day)) throw new Error(`unknown form of time: ${text}`);
  if (!english) return day;
  const hours = (Number(english[1]) % 12) + (english[3]?.toLowerCase() === "pm" ? 12 : 0);
  return day + (hours * 60 + Number(english[2])) * 60_000;
}

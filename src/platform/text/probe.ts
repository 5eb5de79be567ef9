/** What the doctor asks of this room: do the lazy parts load here, and do they give the known answer? */
import { messageOf } from "#base";
import type { Probe } from "#contract";
import { loadJieba } from "./jieba.ts";
import { loadPinyin } from "./pinyin.ts";
import { simplify } from "./variants.ts";

/** Tries every part on a text with a known answer. Never rejects. */
export async function probeText(): Promise<Probe[]> {
  return [
    await probe("text.jieba", "客厅 的 灯光 很 温馨", async () =>
      (await loadJieba()).cut("客厅的灯光很温馨").join(" "),
    ),
    await probe("text.pinyin", "ke ting deng", async () =>
      (await loadPinyin()).syllables("客厅灯").join(" "),
    ),
    await probe("text.variants", "客厅的灯", async () => simplify("客廳的燈")),
  ];
}

async function probe(name: string, expected: string, run: () => Promise<string>): Promise<Probe> {
  try {
    const got = await run();
    return got === expected
      ? { name, ok: true, needed: false, detail: got }
      : { name, ok: false, needed: false, detail: `expected "${expected}", got "${got}"` };
  } catch (error) {
    return { name, ok: false, needed: false, detail: messageOf(error) };
  }
}

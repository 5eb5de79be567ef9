import { freshContext, smallSegment, startHand } from "../test/wire/shared/stage-hand.ts";
const NAMES = ["a", "b", "c", "d", "e"];
const segment = smallSegment();
const all = await Promise.all(NAMES.map(() => startHand(segment)));
const end = performance.now() + Number(process.argv[2]) * 1000; let rounds = 0, bad = 0;
while (performance.now() < end) {
  const run = segment.begin(freshContext());
  await Promise.all(all.map((h) => h.open(run.ticket)));
  const ans = await Promise.all(all.map((h, i) => h.order("push", { value: NAMES[i], times: 60 })));
  const { changes, errors } = run.end(); rounds++;
  const n = changes.notes?.length;
  const counts = Object.fromEntries(NAMES.map(x=>[x,(changes.notes??[]).filter(s=>s.startsWith(x)).length]));
  if (n !== 300 || errors.length) { bad++; console.log(n, counts, errors, ans.filter(a=>a!=="pushed")); }
}
console.log("rounds", rounds, "bad", bad);
for (const h of all) await h[Symbol.asyncDispose]();
await segment[Symbol.asyncDispose]();

import { openBenchRing, startReader, ringStretch } from "./bench/ring/throughput.ts";
import { threadNs } from "./bench/ring/time.ts";
import { Seats } from "../src/wire/shared/event-ring/seats.ts";
let wakeNs = 0, calls=0; const orig = Seats.prototype.wake;
if (process.argv[2]) Seats.prototype.wake = function (t: number) { const a = threadNs(); orig.call(this, t); wakeNs += threadNs() - a; calls++; };
for (const n of [1,8,1,8]) {
using ring = openBenchRing();
await using st = new AsyncDisposableStack();
const readers=[]; for (let i=0;i<n;i++) readers.push(st.use(await startReader(ring)));
await ringStretch(ring,readers,300000,true);
for (const paced of [true,false,true,false]) { wakeNs=0; calls=0; const w0=ring.figures.wakes; const r = await ringStretch(ring,readers,500000,paced); console.log(n, paced?"paced":"free", Math.round(r.deliveredPerSecond), "writer", r.writerNs.toFixed(0), "wakes", ring.figures.wakes-w0, "wake ns/ev", (wakeNs/500000).toFixed(0), "calls", calls); }
}

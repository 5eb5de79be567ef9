import { systemClock } from "#base";
import { createEventRing, openEventReader } from "#wire/shared";
const [mode, n, parse] = process.argv.slice(2);
if (mode === "child") {
  const reader = openEventReader({ ring: 3, page: 4, wake: 5 });
  let got = 0, lost = 0, sum = 0, t0=0;
  process.stdout.write("ready\n");
  const ac = new AbortController();
  await reader.run({ onEvent(type, p) { if (got===0) t0=performance.now(); got++; if (type===12){ ac.abort(); return undefined; } if (parse) sum += JSON.parse(p).text.length; else sum += p.length; return undefined; }, onLost(c) { lost += c; } }, ac.signal).catch(()=>{});
  const s=(performance.now()-t0)/1000;
  console.log(JSON.stringify({ got, lost, perSec: Math.round(got/s) }));
  process.exit(0);
} else {
  const ring = createEventRing({ clock: systemClock });
  const kids = [];
  for (let i = 0; i < Number(n); i++) {
    const seat = ring.addReader();
    const c = Bun.spawn({ cmd: [process.execPath, import.meta.path, "child", n!, parse ?? ""], stdio: ["ignore", "pipe", "inherit", ring.descriptor, seat.descriptors.page, seat.descriptors.wake] });
    seat.handedDown();
    const r = c.stdout.getReader(); await r.read();
    kids.push({ seat, c, r });
  }
  const payload = JSON.stringify({ turnId: "t_3f2a9c_17", text: "客厅灯已经调到百分之三十", at: 123456 });
  console.log("payload", Buffer.byteLength(payload));
  const N = 3_000_000;
  const cpu0 = process.cpuUsage(); const t0 = performance.now();
  let waits=0;
  for (let i = 0; i < N; i++) {
    ring.write(8, payload);
    if ((i & 255) === 255) {
      // paced
      while (process.argv[5] !== "free" && kids.some(k => ((i + 1 - k.seat.cursor) | 0) > 4000)) { waits++; await Bun.sleep(1); }
    }
  }
  const wall = performance.now() - t0; const cpu = process.cpuUsage(cpu0);
  ring.write(12, "{}"); ring.flush();
  for (const k of kids) { let out=""; for (;;) { const { value, done } = await k.r.read(); if (done) break; out += Buffer.from(value); } console.log(out.trim()); }
  console.log("written/s", Math.round(N / wall * 1000), "wall ns/ev", wall * 1e6 / N, "cpu ns/ev", (cpu.user + cpu.system) * 1000 / N, "waits", waits, ring.figures);
}

/** What `homed doctor` learns about Lua: that it loads, computes and is bounded on this machine. */
import { type Clock, messageOf } from "#base";
import type { Probe } from "#contract";
import { createLuaEngine } from "./engine.ts";

/** Loads Lua and runs one line of it. Never rejects. */
export async function probeLua(clock: Clock): Promise<Probe> {
  const startedAt = clock.monotonic();
  try {
    using vm = await createLuaEngine(clock).createVm({ name: "probe", log: () => undefined });
    const version = vm.run("return _VERSION .. json.encode({ 6 * 7 })", "probe");
    if (version !== "Lua 5.4[42]") throw new Error(`it computed ${JSON.stringify(version)}`);
    const tookMs = Math.round(clock.monotonic() - startedAt);
    return { name: "lua", ok: true, needed: false, detail: `Lua 5.4, loaded in ${tookMs} ms` };
  } catch (error) {
    return {
      name: "lua",
      ok: false,
      needed: false,
      detail: `${messageOf(error)}; model sources need it, offline commands do not`,
    };
  }
}

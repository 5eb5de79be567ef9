/** The bare side of `bench:rpc`: a child that sends back whatever bytes it gets, and nothing looks at them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock, systemProcesses } from "#base";

/** One call, there and back. */
export type RoundTrip = () => Promise<unknown>;

/** Somebody to call. */
export interface Side extends AsyncDisposable {
  readonly pid: number;
  readonly roundTrip: RoundTrip;
}

/** A line about as long as the call of a tool. */
const LINE = `{"id":1234,"method":"tool.invoke","params":{"name":"bench_echo","arguments":{"text":"客厅灯"},"callId":"c_1","channel":"cli"}}\n`;

const CHILD = `const out = Bun.stdout.writer();
const reader = Bun.stdin.stream().getReader();
for (;;) {
  const { value, done } = await reader.read();
  if (done) break;
  out.write(value);
  out.flush();
}`;

/** Starts the child; its files lie in `folder`. */
export function startBare(folder: string): Side {
  const path = join(folder, "bare.ts");
  writeFileSync(path, CHILD);
  const length = Buffer.byteLength(LINE);
  let got = 0;
  let waiting: PromiseWithResolvers<void> | undefined;
  const child = systemProcesses(systemClock).spawn({
    argv: [process.execPath, "run", "--no-install", path],
    env: {},
    cwd: "/",
    stdin: "pipe",
    onStdout(bytes) {
      got += bytes.length;
      if (got >= length) {
        got = 0;
        waiting?.resolve();
      }
      return undefined;
    },
  });
  return {
    pid: child.pid,
    roundTrip() {
      waiting = Promise.withResolvers();
      // The pipe holds many lines and this is the only one: it is taken at once.
      void child.write(LINE);
      return waiting.promise;
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

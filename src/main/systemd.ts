/** Tells systemd how the hub is: READY, WATCHDOG, STOPPING, over its datagram socket. */
import { dlopen, FFIType, ptr } from "bun:ffi";
import type { Clock } from "#base";

const AF_UNIX = 1;
const SOCK_DGRAM_CLOEXEC = 2 | 0o2000000;
/** Longest path of a unix socket, with the family's two bytes before it. */
const ADDRESS_BYTES = 110;

/** Sends states; does nothing where no manager listens. */
export interface ServiceNotifier extends Disposable {
  ready(): void;
  stopping(): void;
}

const silent: ServiceNotifier = {
  ready: () => undefined,
  stopping: () => undefined,
  [Symbol.dispose]: () => undefined,
};

/**
 * Connects to `$NOTIFY_SOCKET`. After `ready()` the watchdog is fed at half its period: a hub
 * whose event loop hangs feeds it no more and is started again.
 */
export function createServiceNotifier(
  clock: Clock,
  notifySocket: string | undefined,
  watchdogUsec: number | undefined,
): ServiceNotifier {
  if (notifySocket === undefined) return silent;
  const libc = dlopen("libc.so.6", {
    socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    sendto: {
      args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.ptr, FFIType.u32],
      returns: FFIType.i64,
    },
    close: { args: [FFIType.i32], returns: FFIType.i32 },
  });
  const socket = libc.symbols.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
  const address = new Uint8Array(ADDRESS_BYTES);
  new DataView(address.buffer).setUint16(0, AF_UNIX, true);
  const path = Buffer.from(notifySocket);
  address.set(path.subarray(0, ADDRESS_BYTES - 3), 2);
  // "@name" is an abstract socket: its name begins with a zero byte.
  if (notifySocket.startsWith("@")) address[2] = 0;
  const length = 2 + Math.min(path.length, ADDRESS_BYTES - 3);
  const send = (text: string) => {
    const bytes = Buffer.from(text);
    libc.symbols.sendto(socket, ptr(bytes), bytes.length, 0, ptr(address), length);
  };
  let watchdog: Disposable | undefined;
  return {
    ready() {
      send("READY=1");
      if (watchdogUsec !== undefined)
        watchdog = clock.every(watchdogUsec / 2000, () => send("WATCHDOG=1"));
    },
    stopping() {
      send("STOPPING=1");
    },
    [Symbol.dispose]() {
      watchdog?.[Symbol.dispose]();
      libc.symbols.close(socket);
    },
  };
}

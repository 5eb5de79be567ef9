/** A kernel made of answers that a test writes down, seen through the admin child's port. */
import { OperationalError } from "#base";
import type {
  KernelEventName,
  KernelEvents,
  MethodName,
  MethodParams,
  MethodResult,
  Principal,
} from "#contract";
import type { AdminHub } from "#surface/admin";

/** What a test answers for some methods. Throwing refuses. */
export type Script = {
  [Name in MethodName]?: (
    params: MethodParams<Name>,
    signal: AbortSignal,
  ) => MethodResult<Name> | Promise<MethodResult<Name>>;
};

/** A scripted hub with the strings that a test pulls. */
export interface ScriptedHub {
  readonly hub: AdminHub;
  /** Every call so far, in order. */
  readonly calls: { readonly method: MethodName; readonly params: unknown }[];
  /** Calls of one method. */
  callsOf(method: MethodName): unknown[];
  /** Adds or replaces answers. */
  on(script: Script): void;
  emit<Name extends KernelEventName>(name: Name, payload: KernelEvents[Name]): void;
  loseEvents(count: number): void;
  notify(method: string, params: unknown): void;
  /** How many listeners an event has. */
  listeners(name: KernelEventName): number;
}

export function sha256(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

/** People of the tests; each one's token is `<id>-token`. */
export const PEOPLE: Readonly<Record<"anna" | "max" | "gast", Principal>> = {
  anna: { personId: "anna", name: "Anna", role: "owner", areas: null },
  max: { personId: "max", name: "Max", role: "member", areas: null },
  gast: { personId: "gast", name: "Gast", role: "guest", areas: ["living"] },
};

/** A hub that knows {@link PEOPLE} and what `script` adds. */
export function createScriptedHub(script: Script = {}): ScriptedHub {
  const known = new Map(Object.values(PEOPLE).map((p) => [sha256(`${p.personId}-token`), p]));
  const answers: Script = { "admin.verify": ({ caller }) => known.get(caller) ?? null, ...script };
  const calls: { method: MethodName; params: unknown }[] = [];
  const listeners = new Map<KernelEventName, Set<(payload: never) => void>>();
  const onLost = new Set<(count: number) => void>();
  const onNotification = new Map<string, Set<(params: unknown) => void>>();
  const hub: AdminHub = {
    async call(method, params, signal) {
      calls.push({ method, params });
      const answer = answers[method] as ((p: unknown, s: AbortSignal) => unknown) | undefined;
      if (!answer) throw new OperationalError("METHOD_UNKNOWN", `the test answers no ${method}`);
      // As the wire does: a caller that aborts waits no longer.
      const aborted = Promise.withResolvers<never>();
      const onAbort = () => aborted.reject(signal.reason);
      signal.addEventListener("abort", onAbort);
      try {
        return (await Promise.race([answer(params, signal), aborted.promise])) as never;
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
    },
    events: {
      async on(name, listener) {
        const set = listeners.get(name) ?? new Set();
        listeners.set(name, set.add(listener as never));
        return { [Symbol.dispose]: () => void set.delete(listener as never) };
      },
      onLost(listener) {
        onLost.add(listener);
        return { [Symbol.dispose]: () => void onLost.delete(listener) };
      },
    },
    onNotification(method, listener) {
      const set = onNotification.get(method) ?? new Set();
      onNotification.set(method, set.add(listener));
      return { [Symbol.dispose]: () => void set.delete(listener) };
    },
  };
  return {
    hub,
    calls,
    callsOf: (method) => calls.filter((call) => call.method === method).map(({ params }) => params),
    on: (more) => void Object.assign(answers, more),
    emit: (name, payload) => {
      for (const listener of listeners.get(name) ?? []) listener(payload as never);
    },
    loseEvents: (count) => {
      for (const listener of onLost) listener(count);
    },
    notify: (method, params) => {
      for (const listener of onNotification.get(method) ?? []) listener(params);
    },
    listeners: (name) => listeners.get(name)?.size ?? 0,
  };
}

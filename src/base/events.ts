/** Typed events with owner-keyed listeners: stopping an owner removes all of its listeners. */

/** An event bus over a map from event name to payload. Listeners must not throw. */
export class EventBus<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<(payload: never) => void>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Calls `listener` for every `name` until the returned value is disposed. */
  on<Name extends keyof Events>(name: Name, listener: (payload: Events[Name]) => void): Disposable {
    const set = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, set);
    set.add(listener);
    return { [Symbol.dispose]: () => void set.delete(listener) };
  }

  /** Tells every listener, in the order in which they came. One that throws hinders none. */
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        (listener as (payload: Events[Name]) => void)(payload);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

/** What this browser keeps, under one prefix; a browser that keeps nothing is no error. */

const PREFIX = "homeagent.";

/** Reads a kept value; null when there is none or it is broken. */
export function readKept(key: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    // Storage may be switched off, and what lies in it may be anything.
    return null;
  }
}

/** Keeps a value, or forgets it with null. */
export function keep(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Full or switched off: the page works without it.
  }
}

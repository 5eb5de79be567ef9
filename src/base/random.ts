/** Chance as a parameter, so that a simulation replays from its printed seed. */

/** A source of numbers in [0, 1). */
export interface Random {
  next(): number;
}

/** Chance of this machine; not for secrets. */
export const systemRandom: Random = { next: () => Math.random() };

/** A repeatable sequence (mulberry32: small, fast, good enough for simulations). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    next() {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = state;
      mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
  };
}

/** Cryptographically strong bytes, as lower-case hexadecimal. */
export function secretHex(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("hex");
}

/** A uniform decimal code of `digits` digits, from strong chance. */
export function secretDigits(digits: number): string {
  const range = 10 ** digits;
  const limit = Math.floor(2 ** 32 / range) * range;
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    // A value past the last whole range would make low codes likelier.
    if (value < limit) return String(value % range).padStart(digits, "0");
  }
}

/**
 * Spaces of vectors by the name of their provider: what a provider has to offer, and what is checked
 * of it, so that a wrong vector is an error here and no bad hit later.
 */
import { problem } from "#contract";
import type { EmbeddingInfo, EmbeddingPurpose, Modality } from "#kernel/state";

/** What is made into a vector. */
export type SpaceInput =
  | { readonly modality: "text"; readonly text: string }
  | {
      readonly modality: Exclude<Modality, "text">;
      readonly bytes: Uint8Array;
      readonly mime: string;
    };

/** What a provider implements; nothing of it is trusted. */
export interface SpaceProvider extends AsyncDisposable {
  info(): EmbeddingInfo;
  /** One vector of `dimension` finite numbers for each input, in order. */
  embed(
    inputs: readonly SpaceInput[],
    purpose: EmbeddingPurpose,
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}

/** Opens a provider's space with the options of its settings. */
export type SpaceFactory = (
  options: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<SpaceProvider>;

/** An opened space; its vectors have unit length (or are zero) and name it. */
export interface Space extends AsyncDisposable {
  readonly info: EmbeddingInfo;
  /** Throws `INVALID_PARAMS` for a modality that the space lacks, `NOT_AVAILABLE` for bad vectors. */
  embed(
    inputs: readonly SpaceInput[],
    purpose: EmbeddingPurpose,
    signal: AbortSignal,
  ): Promise<readonly SpaceVector[]>;
}

/** A vector with the fingerprint of its space: it is compared with no other space's. */
export interface SpaceVector {
  readonly space: string;
  readonly values: Float32Array;
}

/** What is known of a space from before: another one must not take its place unnoticed. */
export type ExpectedSpace = Partial<Pick<EmbeddingInfo, "fingerprint" | "dimension">>;

/** Longer vectors cost more to compare than they tell. */
const DIMENSION_MAX = 8_192;
const INPUTS_MAX = 256;

/** The providers of spaces. */
export class Spaces {
  readonly #factories = new Map<string, SpaceFactory>();

  /** Adds a provider; disposing takes it out. Throws `INVALID_PARAMS`, and `CONFLICT` for a taken name. */
  register(name: string, factory: SpaceFactory): Disposable {
    if (name.trim() === "") throw problem("INVALID_PARAMS", "a space provider needs a name");
    if (this.#factories.has(name)) {
      throw problem("CONFLICT", `there is a space provider "${name}" already`);
    }
    this.#factories.set(name, factory);
    return { [Symbol.dispose]: () => this.#factories.delete(name) };
  }

  names(): readonly string[] {
    return [...this.#factories.keys()].sort();
  }

  /**
   * Opens a space. Throws `NOT_FOUND` for an unknown provider, `CONFLICT` where it is not the expected
   * space, `NOT_AVAILABLE` where it describes none.
   */
  async open(
    name: string,
    options: Readonly<Record<string, unknown>>,
    expected: ExpectedSpace,
    signal: AbortSignal,
  ): Promise<Space> {
    const factory = this.#factories.get(name);
    if (!factory) {
      throw problem("NOT_FOUND", `there is no space provider "${name}"`, {
        hint: `choose one of: ${this.names().join(", ") || "none is installed"}`,
      });
    }
    const provider = await factory(options, signal);
    try {
      const info = checkInfo(name, provider.info());
      checkExpected(name, info, expected);
      return checkedSpace(name, provider, info);
    } catch (error) {
      await provider[Symbol.asyncDispose]();
      throw error;
    }
  }
}

function checkInfo(name: string, info: EmbeddingInfo): EmbeddingInfo {
  const { fingerprint, dimension, modalities } = info;
  const isWhole = Number.isInteger(dimension) && dimension > 0 && dimension <= DIMENSION_MAX;
  if (fingerprint.trim() !== "" && isWhole && modalities.length > 0) {
    return { fingerprint, dimension, modalities: [...modalities] };
  }
  throw problem("NOT_AVAILABLE", `"${name}" describes no space`, {
    hint: `it needs a fingerprint, 1 to ${DIMENSION_MAX} dimensions and a modality`,
  });
}

function checkExpected(name: string, info: EmbeddingInfo, expected: ExpectedSpace): void {
  for (const field of ["fingerprint", "dimension"] as const) {
    const wanted = expected[field];
    if (wanted === undefined || wanted === info[field]) continue;
    throw problem("CONFLICT", `"${name}" has the ${field} ${info[field]}, expected is ${wanted}`, {
      hint: "another model is another space: have everything embedded anew, or go back to the old one",
    });
  }
}

function checkedSpace(name: string, provider: SpaceProvider, info: EmbeddingInfo): Space {
  return {
    info,
    async embed(inputs, purpose, signal) {
      signal.throwIfAborted();
      if (inputs.length > INPUTS_MAX) {
        throw problem("TOO_LARGE", `${inputs.length} inputs at once, ${INPUTS_MAX} at most`);
      }
      const missing = inputs.find(({ modality }) => !info.modalities.includes(modality));
      if (missing) {
        throw problem("INVALID_PARAMS", `the space "${name}" has no ${missing.modality}`, {
          hint: `it has: ${info.modalities.join(", ")}`,
        });
      }
      const vectors = await provider.embed(inputs, purpose, signal);
      if (vectors.length !== inputs.length) {
        throw problem(
          "NOT_AVAILABLE",
          `"${name}" gave ${vectors.length} vectors for ${inputs.length} inputs`,
        );
      }
      return vectors.map((values) => unit(name, info, values));
    },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}

function unit(name: string, info: EmbeddingInfo, values: Float32Array): SpaceVector {
  if (values.length !== info.dimension || !values.every(Number.isFinite)) {
    throw problem("NOT_AVAILABLE", `"${name}" gave a vector that is not of its space`, {
      hint: `wanted are ${info.dimension} finite numbers`,
    });
  }
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  const scaled = length > 0 ? values.map((value) => value / length) : values.slice();
  return { space: info.fingerprint, values: scaled };
}

/**
 * The context as a handler has it, wherever it lies: values are the handler's own copies, lists may be
 * changed in place, and what differs when the handler ends is told to the hub.
 */
import { OperationalError } from "#base";
import {
  STAGE_FIELD_RULES,
  type StageContext,
  type StageField,
  type StageInvokeReply,
} from "#contract";
import type { SharedStageContext } from "#wire/shared";

/** A handler's view, and what it changed. */
export interface StageView {
  readonly context: StageContext;
  changes(): StageInvokeReply;
}

type Values = Record<string, unknown>;

/** Where fields come from; asked once for each field that the handler touches. */
interface FieldSource {
  read(field: StageField): unknown;
  /** In a shared context: which of its values that was. */
  version?(field: StageField): number;
}

interface Touched {
  /** As JSON: lists are changed in place too, so that only the text tells whether it is another. */
  readonly before: string | undefined;
  readonly version: number | undefined;
}

/** A view of fields that came with the call. */
export function viewOfValues(values: Values, fields: readonly StageField[]): StageView {
  return viewOf({ read: (field) => values[field] }, fields);
}

/** A view of a context in shared memory: only what the handler asks for is read. */
export function viewOfShared(shared: SharedStageContext, fields: readonly StageField[]): StageView {
  return viewOf(
    {
      // A copy: what is shared comes out frozen.
      read: (field) => structuredClone(plain(shared[field])),
      version: (field) => shared.version(field),
    },
    fields,
  );
}

function viewOf(source: FieldSource, fields: readonly StageField[]): StageView {
  const values: Values = {};
  const touched = new Map<StageField, Touched>();
  const touch = (field: StageField) => {
    if (touched.has(field)) return;
    // The version first: if somebody writes in between, the value is newer and the handler runs again.
    const version = source.version?.(field);
    const value = source.read(field);
    if (value !== undefined) values[field] = value;
    touched.set(field, { before: JSON.stringify(value), version });
  };
  return {
    context: guarded(values, fields, touch),
    changes() {
      const set: Values = {};
      const unset: string[] = [];
      const seen: Record<string, number> = {};
      for (const [field, { before, version }] of touched) {
        const after = JSON.stringify(values[field]);
        if (after === before) continue;
        if (after === undefined) unset.push(field);
        else set[field] = values[field];
        if (version !== undefined) seen[field] = version;
      }
      return { set, unset, ...(source.version && { seen }) };
    },
  };
}

/** An undeclared field would read as empty, which it is not. */
function guarded(
  values: Values,
  fields: readonly StageField[],
  touch: (field: StageField) => void,
): StageContext {
  const declared = new Set<PropertyKey>(fields);
  const require = (key: PropertyKey) => {
    if (declared.has(key)) return;
    throw new OperationalError("CONFLICT", `the handler did not declare "${String(key)}"`, {
      hint: 'name it in "fields"',
    });
  };
  const isField = (key: PropertyKey): key is StageField => Object.hasOwn(STAGE_FIELD_RULES, key);
  return new Proxy(values, {
    get(target, key) {
      if (isField(key)) {
        require(key);
        touch(key);
      }
      return Reflect.get(target, key);
    },
    set(target, key, value) {
      require(key);
      if (STAGE_FIELD_RULES[key as StageField].writing === "fixed") {
        throw new OperationalError("CONFLICT", `"${String(key)}" is not a handler's to write`);
      }
      touch(key as StageField);
      return Reflect.set(target, key, value);
    },
    deleteProperty(target, key) {
      require(key);
      touch(key as StageField);
      return Reflect.deleteProperty(target, key);
    },
    has: (_target, key) => declared.has(key),
    // A copy of the context holds all that was declared.
    ownKeys(target) {
      for (const field of fields) touch(field);
      return Reflect.ownKeys(target);
    },
  }) as unknown as StageContext;
}

/** Lists of a shared context have a `push` of their own, which no clone can hold. */
const plain = (value: unknown): unknown =>
  Array.isArray(value) ? [...(value as unknown[])] : value;

/**
 * JSON with its fields in a lasting order. Lua's tables have none, and a request whose schemas come
 * in another order each time finds nothing in the provider's prompt cache (F17).
 */

/**
 * The text of `value`. Objects with the very fields that one in `pattern` has keep its order, as the
 * tools' schemas do; all others are sorted by name.
 */
export function stableJson(value: unknown, pattern: unknown): string {
  const orders = new Map<string, readonly string[]>();
  learn(pattern, orders);
  return JSON.stringify(arranged(value, orders));
}

function learn(pattern: unknown, orders: Map<string, readonly string[]>): void {
  if (typeof pattern !== "object" || pattern === null) return;
  if (!Array.isArray(pattern)) {
    const names = Object.keys(pattern);
    const set = setOf(names);
    if (!orders.has(set)) orders.set(set, names);
  }
  for (const inner of Object.values(pattern)) learn(inner, orders);
}

function arranged(value: unknown, orders: ReadonlyMap<string, readonly string[]>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => arranged(item, orders));
  const fields = new Map(Object.entries(value));
  const set = setOf([...fields.keys()]);
  const names = orders.get(set) ?? [...fields.keys()].sort();
  return Object.fromEntries(names.map((name) => [name, arranged(fields.get(name), orders)]));
}

function setOf(names: readonly string[]): string {
  return names.toSorted().join("\n");
}

/** A dictionary over token sequences: finds every entry that begins at a token, longest included. */

interface Node<Value> {
  next: Map<string, Node<Value>> | undefined;
  values: Value[] | undefined;
}

/** A match: entries that end before token `to`. */
export interface TrieMatch<Value> {
  readonly to: number;
  readonly values: readonly Value[];
}

/** Entries by their tokens. */
export class Trie<Value> {
  readonly #root: Node<Value> = { next: undefined, values: undefined };

  /** Adds an entry; an empty sequence is ignored. */
  add(tokens: readonly string[], value: Value): void {
    if (tokens.length === 0) return;
    let node = this.#root;
    for (const token of tokens) {
      node.next ??= new Map();
      let child = node.next.get(token);
      if (!child) {
        child = { next: undefined, values: undefined };
        node.next.set(token, child);
      }
      node = child;
    }
    node.values ??= [];
    node.values.push(value);
  }

  /** All entries that start at `from`, shortest first; tokens in `passed` count for nothing inside one. */
  match(
    tokens: readonly { readonly text: string }[],
    from: number,
    passed?: ReadonlySet<string>,
  ): TrieMatch<Value>[] {
    const found: TrieMatch<Value>[] = [];
    let node: Node<Value> | undefined = this.#root;
    for (let at = from; at < tokens.length; at += 1) {
      if (at > from && passed?.has(tokens[at]?.text ?? "")) continue;
      node = node?.next?.get(tokens[at]?.text ?? "");
      if (!node) break;
      if (node.values) found.push({ to: at + 1, values: node.values });
    }
    return found;
  }

  /** The entries of exactly these tokens. */
  get(tokens: readonly string[]): readonly Value[] {
    let node: Node<Value> | undefined = this.#root;
    for (const token of tokens) node = node?.next?.get(token);
    return node?.values ?? [];
  }
}

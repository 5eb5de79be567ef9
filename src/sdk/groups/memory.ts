/** `hub.memory`, `documents`, `knowledge`, `textLog` and `people`: what the household remembers. */
import type {
  CommitResult,
  DocumentView,
  KnowledgeView,
  MemoryScope,
  MemoryStatistics,
  PersonView,
  Purge,
  RecallResult,
  Triple,
} from "#contract";
import type { HubLink } from "../hub-link.ts";
import type { CallTracker } from "../open-call.ts";
import { type MediaInput, sendMedia } from "./media.ts";

/** The graph: what is shared in the household, and what this plugin wrote. */
export interface HubMemory {
  recall(
    query: string,
    signal: AbortSignal,
    options?: {
      readonly seeds?: readonly string[];
      readonly depth?: number;
      readonly hitsMax?: number;
    },
  ): Promise<RecallResult>;
  /** Adds facts, which stay marked as this plugin's. */
  commit(triples: readonly Triple[]): Promise<CommitResult>;
  introspect(): Promise<MemoryStatistics>;
  merge(source: string, target: string): Promise<{ readonly moved: number }>;
  purge(criteria: Purge): Promise<{ readonly removed: number }>;
}

/** A document to be kept. */
export interface DocumentInput {
  readonly content: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly scope?: MemoryScope;
  readonly media?: readonly MediaInput[];
}

export interface HubDocuments {
  query(query: string, signal: AbortSignal, topK?: number): Promise<readonly DocumentView[]>;
  /** Answers the id; the same content is kept once. */
  insert(document: DocumentInput): Promise<string>;
  remove(id: string): Promise<void>;
  stats(): Promise<{ readonly documents: number; readonly bytes: number }>;
}

export interface HubKnowledge {
  search(query: string, signal: AbortSignal, topK?: number): Promise<readonly KnowledgeView[]>;
  /** `name` is `category/name`; one that is there already is refused. */
  add(name: string, content: string): Promise<void>;
  list(prefix?: string): Promise<readonly Omit<KnowledgeView, "content" | "score">[]>;
}

export interface HubTextLog {
  append(exchange: {
    readonly input: string;
    readonly response: string;
    readonly toolsUsed?: readonly string[];
  }): Promise<void>;
}

/** People of the household's memory; plugins only read. */
export interface HubPeople {
  person(name: string): Promise<PersonView | null>;
  trait(
    trait: string,
    name?: string,
  ): Promise<readonly { readonly name: string; readonly value: string }[]>;
  relations(name: string): Promise<PersonView["relations"]>;
  network(name: string, depth?: number): Promise<readonly PersonView[]>;
  list(): Promise<readonly string[]>;
}

/** The groups over all that is remembered. */
export interface MemoryGroups {
  readonly memory: HubMemory;
  readonly documents: HubDocuments;
  readonly knowledge: HubKnowledge;
  readonly textLog: HubTextLog;
  readonly people: HubPeople;
}

/** Makes them. What is asked within a tool call tells the hub so by itself. */
export function createMemoryGroups(link: HubLink, calls: CallTracker): MemoryGroups {
  const within = () => {
    const call = calls.current();
    return call === undefined ? {} : { within: call };
  };
  return {
    memory: createMemory(link, within),
    documents: createDocuments(link, within),
    ...createTexts(link),
    people: createPeople(link),
  };
}

type Within = () => { readonly within?: { turnId: string; callId: string } };

function createMemory({ call, signal }: HubLink, within: Within): HubMemory {
  return {
    recall: (query, until, { seeds, ...options } = {}) => {
      const named = seeds === undefined ? {} : { seeds: [...seeds] };
      return call("memory.recall", { query, ...options, ...named, ...within() }, until);
    },
    commit: (triples) => call("memory.commit", { triples: [...triples] }, signal),
    introspect: () => call("memory.introspect", {}, signal),
    merge: (source, target) => call("memory.merge", { source, target }, signal),
    purge: (criteria) => call("memory.purge", criteria, signal),
  };
}

function createDocuments(link: HubLink, within: Within): HubDocuments {
  const { call, signal } = link;
  return {
    query: (query, until, topK) =>
      call("doc.query", { query, ...(topK === undefined ? {} : { topK }), ...within() }, until),
    async insert({ media, tags, ...document }) {
      const draft = { ...document, ...(tags === undefined ? {} : { tags: [...tags] }) };
      const kept = await (media === undefined
        ? call("doc.insert", draft, signal)
        : sendMedia(link, media, (blocks) =>
            call("doc.insertWithMedia", { ...draft, media: blocks }, signal),
          ));
      return kept.id;
    },
    remove: async (id) => void (await call("doc.remove", { id }, signal)),
    stats: () => call("doc.stats", {}, signal),
  };
}

function createTexts({ call, signal }: HubLink): Pick<MemoryGroups, "knowledge" | "textLog"> {
  return {
    knowledge: {
      search: (query, until, topK) =>
        call("knowledge.search", { query, ...(topK === undefined ? {} : { topK }) }, until),
      add: async (name, content) => void (await call("knowledge.add", { name, content }, signal)),
      list: (prefix) =>
        call("knowledge.list", { ...(prefix === undefined ? {} : { prefix }) }, signal),
    },
    textLog: {
      async append({ toolsUsed, ...exchange }) {
        const used = toolsUsed === undefined ? {} : { toolsUsed: [...toolsUsed] };
        await call("textmemory.append", { ...exchange, ...used }, signal);
      },
    },
  };
}

function createPeople({ call, signal }: HubLink): HubPeople {
  return {
    person: (name) => call("social.getPerson", { name }, signal),
    trait: (trait, name) =>
      call("social.getTrait", { trait, ...(name === undefined ? {} : { name }) }, signal),
    relations: (name) => call("social.getRelations", { name }, signal),
    network: (name, depth) =>
      call("social.getNetwork", { name, ...(depth === undefined ? {} : { depth }) }, signal),
    list: () => call("social.listPersons", {}, signal),
  };
}

/** What a path says, sorted: verbs, values, questions and targets. The frames look at nothing else. */
import { readTargets, type Target } from "./targets.ts";
import type { Ask, Attribute, Duration, Manner, Mark, Reading, Role, Span, Verb } from "./types.ts";

type Of<R extends Role> = Extract<Reading, { role: R }>;

/** A duration with its place, since "10 minutes" before 计时器 names the timer. */
export interface SaidDuration {
  readonly duration: Duration;
  readonly manner: Manner;
  readonly describesTimer: boolean;
}

/** One way to understand a clause, in pieces. */
export interface Facts {
  readonly chinese: boolean;
  /** Roles that occur, fillers and targets left out. */
  readonly roles: ReadonlySet<Role>;
  readonly verbs: readonly Verb[];
  /** The verb says "to" (调到): a value is set, not added. */
  readonly setTo: boolean;
  readonly part: "on" | "off" | undefined;
  readonly steps: readonly Of<"step">[];
  readonly attributes: readonly Attribute[];
  readonly numbers: readonly Of<"number">[];
  readonly level: Of<"level"> | undefined;
  readonly durations: readonly SaidDuration[];
  readonly color: string | undefined;
  readonly kelvin: number | undefined;
  readonly mode: string | undefined;
  readonly states: readonly string[];
  readonly zone: string | undefined;
  /** The question is asked the other way round: 没关吧. */
  readonly negative: boolean;
  readonly asks: readonly Ask[];
  readonly timerName: string | undefined;
  readonly targets: readonly Target[];
  readonly except: readonly Target[];
  readonly marks: ReadonlySet<Mark>;
  /** A report or a description in form ("空调关了", "打开的灯"): no command. */
  readonly report: boolean;
  /** A report only by its 了 or by a lone verb at its end: behind a command it is one itself. */
  readonly looseReport: boolean;
  /** Another command stands before it in the sentence. */
  readonly commanding: boolean;
  /** English: the verb comes where an imperative has it. */
  readonly imperative: boolean;
  /** As `imperative`, but the thing may be called first: "TV, skip this", "on the TV turn it up". */
  readonly addressed: boolean;
  /** Whether a question word opens the clause (English). */
  readonly asksFirst: boolean;
  /** Roles in order, joined by spaces, fillers left out: for the few frames to which order matters. */
  readonly order: string;
  /** English: "on" stands right before a place ("the lights on the first floor"): a preposition. */
  readonly partIsPreposition: boolean;
  readonly slip: boolean;
  /** Chinese: the clause ends with 的 (有没有开着的). */
  readonly endsWithOf: boolean;
}

const TARGETS: ReadonlySet<Role> = new Set<Role>([
  "name",
  "kind",
  "area",
  "floor",
  "room",
  "here",
  "house",
  "all",
  "any",
  "other",
  "pronoun",
  "except",
  "except_end",
  "and",
  "unknown",
]);

/** Sorts a path. Undefined when its pieces cannot belong to one clause. */
export function factsOf(path: readonly Span[], chinese: boolean): Facts | undefined {
  const spans = path.filter(({ reading }) => reading.role !== "fill");
  if (spans.length === 0) return undefined;
  const read = readTargets(
    path.filter(({ reading }) => TARGETS.has(reading.role) || breaks(reading)),
  );
  if (!read) return undefined;
  const of = <R extends Role>(role: R): Of<R>[] =>
    spans.flatMap(({ reading }) => (reading.role === role ? [reading as Of<R>] : []));
  const single = [
    of("part"),
    of("color"),
    of("kelvin"),
    of("mode"),
    of("level"),
    of("zone"),
    of("timer_name"),
  ];
  if (single.some((list) => list.length > 1) || of("number").length > 1) return undefined;
  const asks = isPoliteRequest(path) ? [] : of("ask");
  const attributes = [...of("attribute"), ...asks].flatMap(({ attribute }) => attribute ?? []);
  const marks = new Set(
    path.flatMap(({ reading }) => (reading.role === "fill" && reading.mark) || []),
  );
  return {
    chinese,
    roles: new Set(
      spans
        .map(({ reading }) => reading.role)
        .filter((role) => !TARGETS.has(role) && (role !== "ask" || asks.length > 0)),
    ),
    verbs: of("verb").map(({ verb }) => verb),
    setTo: of("verb").some(({ to }) => to === true),
    part: of("part")[0]?.part,
    steps: of("step"),
    attributes: [...new Set(attributes)],
    numbers: of("number"),
    level: of("level")[0],
    durations: durationsOf(path, chinese),
    color: of("color")[0]?.color,
    kelvin: of("kelvin")[0]?.kelvin,
    mode: of("mode")[0]?.mode,
    states: [...of("state"), ...asks].flatMap(({ state }) => state ?? []),
    zone: of("zone")[0]?.zone,
    negative: asks.some(({ negative }) => negative === true),
    asks: asks.map(({ ask }) => ask),
    timerName: of("timer_name")[0]?.text,
    targets: read.targets,
    except: read.except,
    marks,
    report: isReport(path, marks) || (chinese && isCompound(spans, marks)),
    looseReport: chinese && !describes(path),
    commanding: false,
    imperative: chinese || verbComesAfter(spans, BEFORE_VERB),
    addressed: chinese || verbComesAfter(spans, BEFORE_VERB.union(new Set<Role>(["name", "kind"]))),
    asksFirst: spans[0]?.reading.role === "ask",
    order: spans.map(({ reading }) => reading.role).join(" "),
    partIsPreposition: partIsPreposition(path),
    endsWithOf: endsWithOf(path),
    slip: spans.some(({ reading }) => "slip" in reading && reading.slip === true),
  };
}

/** Verbs stay in the list that targets are read from, since they end a phrase; so do commas and 把. */
function breaks(reading: Reading): boolean {
  if (reading.role === "fill") return reading.mark === "pause" || reading.mark === "object";
  return reading.role === "verb" || reading.role === "part" || reading.role === "attribute";
}

function durationsOf(path: readonly Span[], chinese: boolean): SaidDuration[] {
  const spans = path.filter(
    ({ reading }) => reading.role !== "fill" || reading.mark === "preposition",
  );
  return spans.flatMap(({ reading }, at) => {
    if (reading.role !== "duration") return [];
    const next = spans[at + 1]?.reading;
    const before = spans[at - 1]?.reading;
    const attributive = reading.manner === "none" && next?.role === "timer";
    const forTimer = !chinese && reading.manner === "for" && before?.role === "timer";
    return [
      {
        duration: reading.duration,
        manner: reading.manner,
        describesTimer: attributive || forTimer,
      },
    ];
  });
}

/**
 * Chinese tells a report from a wish by 了 without 把 or a polite word ("空调关了"), and a description
 * by 的 after the verb ("打开的灯"). Neither may move anything.
 */
function isReport(path: readonly Span[], marks: ReadonlySet<Mark>): boolean {
  const wish = marks.has("object") || marks.has("soft") || marks.has("request");
  return (marks.has("done") && !wish) || describes(path);
}

function describes(path: readonly Span[]): boolean {
  return path.some(({ reading }, at) => {
    if (reading.role !== "fill") return false;
    const before = path[at - 1]?.reading.role;
    const after = path[at + 1]?.reading.role;
    // 他把门锁了: somebody else did it.
    if (reading.mark === "object" && before === "pronoun") return true;
    // 打开的灯 describes; 扫地机器人在扫地 tells what goes on.
    return reading.mark === "of"
      ? before === "verb" && after !== undefined
      : reading.mark === "progress" && after === "verb";
  });
}

/** 能把灯打开吗, 你能打开灯吗: a request in the form of a question; 灯能打开吗 is a question. */
function isPoliteRequest(path: readonly Span[]): boolean {
  const request = path.findIndex(
    ({ reading }) => reading.role === "fill" && reading.mark === "request",
  );
  const asks = path.filter(({ reading }) => reading.role === "ask");
  const [ask] = asks;
  if (request < 0 || asks.length !== 1 || ask?.reading.role !== "ask") return false;
  const before = path.slice(0, request).some(({ reading }) => reading.role !== "fill");
  return !before && ask.reading.ask === "is" && path.at(-1) === ask;
}

function endsWithOf(path: readonly Span[]): boolean {
  const last = path.findLast(({ reading }) => reading.role !== "fill" || reading.mark !== "pause");
  return last?.reading.role === "fill" && last.reading.mark === "of";
}

function partIsPreposition(path: readonly Span[]): boolean {
  return path.some(({ reading }, at) => {
    if (reading.role !== "part") return false;
    const next = path
      .slice(at + 1)
      .find((span) => span.reading.role !== "fill" || span.reading.mark !== "article");
    return next?.reading.role === "area" || next?.reading.role === "floor";
  });
}

/** 门锁, 灯开: one character after a thing is half a word as likely as a verb. */
function isCompound(spans: readonly Span[], marks: ReadonlySet<Mark>): boolean {
  const last = spans.at(-1);
  const wish = marks.has("object") || marks.has("soft") || marks.has("request");
  return !wish && spans.length > 1 && last?.reading.role === "verb" && last.to - last.from === 1;
}

/** Pieces that may stand before the verb of an English command. */
const BEFORE_VERB: ReadonlySet<Role> = new Set<Role>([
  "area",
  "floor",
  "here",
  "house",
  "duration",
  "except",
  "all",
]);

function verbComesAfter(spans: readonly Span[], allowed: ReadonlySet<Role>): boolean {
  const verb = spans.findIndex(({ reading }) => reading.role === "verb");
  return spans.slice(0, Math.max(verb, 0)).every(({ reading }) => allowed.has(reading.role));
}

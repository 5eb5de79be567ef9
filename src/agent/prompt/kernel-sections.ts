/** The kernel's own prompt sections: stable ones first, the clock last, so that caches survive (F17). */
import type { Clock } from "#base";
import type { AgentIdentity } from "#contract";
import type { PromptSections } from "#kernel/state";
import { rulesFor } from "./content.ts";

const OWNER = "kernel";

/** What the sections are computed from. */
export interface KernelSectionsOptions {
  readonly sections: PromptSections;
  readonly clock: Clock;
  /** The index of the tools that an agent is not offered in full; empty for none. */
  readonly toolIndex: (agent: AgentIdentity | undefined) => string;
  /** The persona in effect; empty for none. */
  readonly persona: () => string;
  /** The language of every reply where the owner chose one, else "auto". */
  readonly language: () => string;
  /** IANA time zone of the house. */
  readonly timeZone: () => string;
}

/** Declares the kernel's sections. */
export function declareKernelSections(options: KernelSectionsOptions): Disposable {
  const { sections, clock, toolIndex, persona, language, timeZone } = options;
  const clockText = clockWriter();
  const stack = new DisposableStack();
  stack.use(
    sections.provide(OWNER, { section: "kernel.rules", order: 10 }, () => rulesFor(language())),
  );
  stack.use(
    sections.provide(OWNER, { section: "kernel.tools", order: 100 }, (_viewer, agent) =>
      toolIndex(agent),
    ),
  );
  stack.use(sections.provide(OWNER, { section: "kernel.persona", order: 200 }, persona));
  stack.use(
    sections.provide(OWNER, { section: "kernel.clock", order: 990, volatile: true }, () =>
      clockText(clock.now(), timeZone()),
    ),
  );
  return stack;
}

/**
 * Writes a moment in the house's zone, to the minute: seconds would spoil every cache. The format is
 * kept, since making one takes two thirds of the time of a whole offline turn.
 */
function clockWriter(): (nowMs: number, timeZone: string) => string {
  let kept: { readonly zone: string; readonly format: Intl.DateTimeFormat } | undefined;
  const formatFor = (zone: string) =>
    new Intl.DateTimeFormat("zh-CN", {
      timeZone: zone,
      dateStyle: "full",
      timeStyle: "short",
      hourCycle: "h23",
    });
  return (nowMs, timeZone) => {
    if (kept?.zone !== timeZone) kept = { zone: timeZone, format: formatFor(timeZone) };
    return `现在：${kept.format.format(nowMs)}（${timeZone}）`;
  };
}

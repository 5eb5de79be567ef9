/** Whether what was said is remembered, stays one's own, and is archived to the letter. */
import type { ContextEvent, Principal } from "#contract";
import type { KernelState } from "#kernel/state";
import { broken, type Probe, well } from "../probe.ts";

const CHANNEL = "selfcheck";
const REMEDY = "make a backup, then restart the hub; if it stays, report it with the log";
const ann = personOf("selfcheck-ann");
const bob = personOf("selfcheck-bob");
const request = { principal: ann, channel: CHANNEL, text: "灯" };

export const memoryProbes: readonly Probe[] = [
  {
    part: "memory",
    name: "memory.store",
    async run({ live }) {
      return well(1, `memory.db answers; ${live.documents.count()} archived documents`);
    },
  },
  {
    part: "memory",
    name: "memory.window",
    isIsolated: true,
    async run({ isolated }, signal) {
      const { context } = await isolated();
      const said = await context.append(draftOf("客厅的灯太亮了"));
      const own = await context.window(request, signal);
      if (!own.events.some(({ id, input }) => id === said.id && input === said.input)) {
        return broken(own.events.length, "what was said is not in its conversation", REMEDY);
      }
      const foreign = await context.window({ ...request, principal: bob }, signal);
      if (foreign.events.length > 0) {
        return broken(1, "one person's conversation shows another's words", REMEDY);
      }
      return well(own.events.length, "a sentence is remembered, and by nobody else");
    },
  },
  {
    part: "memory",
    name: "memory.archive",
    isIsolated: true,
    async run({ isolated }, signal) {
      const state = await isolated();
      const said = await sayMany(state);
      const { pruned } = await state.context.prune({ ...request, tokensMax: 0 }, signal);
      const archived = state.documents.list(ann, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER });
      const lost = archived.filter(
        ({ at, event }) => event.at !== at || !isSame(event, said.get(event.id)),
      );
      if (archived.length < pruned || lost.length > 0) {
        return broken(
          archived.length,
          `${pruned} left their window, ${archived.length} were archived, ${lost.length} not to the letter`,
          REMEDY,
        );
      }
      return well(archived.length, `${archived.length} events were archived to the letter`);
    },
  },
];

/** More than always stays in a window, so that some must leave it. Answers what the window was told. */
async function sayMany({ config, context }: KernelState): Promise<Map<string, ContextEvent>> {
  const count = Number(config.get("core.agent.protected_count")) + 2;
  const drafts = Array.from({ length: count }, (_, index) =>
    draftOf(`第 ${index} 句：空调 25.5 度`),
  );
  const said = await Promise.all(drafts.map((draft) => context.append(draft)));
  return new Map(said.map((event) => [event.id, event]));
}

/** What an earlier probe said may be archived too; nobody kept its words to compare. */
function isSame(archived: ContextEvent, said: ContextEvent | undefined): boolean {
  return said === undefined || JSON.stringify(archived) === JSON.stringify(said);
}

function draftOf(input: string) {
  return { source: "user", channel: CHANNEL, personId: ann.personId, input };
}

function personOf(personId: string): Principal {
  return { personId, name: personId, role: "member", areas: null };
}

/** Puts the skills before the agents: the index in the prompt, and the tools while there is any skill. */
import type { KernelState } from "#kernel/state";
import { skillIndex } from "./skill-index.ts";
import type { SkillStore } from "./skill-store.ts";
import { OWNER, offerSkillTools } from "./skill-tools.ts";

/** Among the catalogs (100–199), behind the tools. */
const INDEX_ORDER = 150;

/** Offers them until the returned value is disposed. */
export function offerSkills(state: KernelState, store: SkillStore): Disposable {
  const stack = new DisposableStack();
  let tools: Disposable | undefined;
  const onRead = (skill: string, turnId: string) =>
    state.events.emit("skill_detected", { turnId, skill });
  /** A house without skills pays nothing for them (F18). The disk is looked at whenever a prompt is made. */
  const look = () => {
    const skills = store.list();
    if (skills.length > 0) tools ??= offerSkillTools(state.tools, store, onRead);
    else {
      tools?.[Symbol.dispose]();
      tools = undefined;
    }
    return skills;
  };
  look();
  stack.defer(() => tools?.[Symbol.dispose]());
  stack.use(
    state.promptSections.provide(
      OWNER,
      { section: `${OWNER}.index`, order: INDEX_ORDER },
      // Guests use what is in the house, not what the household wrote for itself.
      (viewer) => {
        const skills = look();
        return viewer?.role === "guest" ? "" : skillIndex(skills);
      },
    ),
  );
  return stack;
}

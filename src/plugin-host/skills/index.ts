/** Front door of the skills. */
export { offerSkills } from "./offer.ts";
export { createSkillStore, requireSkill, type SkillStore } from "./skill-store.ts";
export { SKILLS_OWNER, skillDefinitions } from "./switches.ts";

/** Front door of the persona: whose manner the agent has, and what the owner answered when asked. */
export { createPersona, type PersonaParts } from "./persona.ts";

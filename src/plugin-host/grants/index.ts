/** Front of the grants. */
export { beyond, hashOf, namesOf } from "./capability-sets.ts";
export { createGrants, type GrantOrigin, type Grants, noGrants, type Standing } from "./grants.ts";

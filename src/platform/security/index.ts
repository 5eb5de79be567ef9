/** Front door of security: accounts, tokens, sign-ins and the first set-up. */
export { type AccessOptions, createAccess, type HubAccess } from "./access.ts";
export { hashToken } from "./tokens.ts";

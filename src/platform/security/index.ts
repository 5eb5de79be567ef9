/** Front door of security: accounts, tokens, sign-ins, the first set-up and the owner's confirmations. */
export { type AccessOptions, createAccess, type HubAccess } from "./access.ts";
export {
  type ConfirmationOptions,
  type ConfirmationTexts,
  createConfirmations,
  type HubConfirmations,
} from "./confirmations.ts";
export { hashToken } from "./tokens.ts";

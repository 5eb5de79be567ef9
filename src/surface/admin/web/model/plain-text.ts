/** Names that strangers chose, made harmless to the text around them. */

/** Embeddings, overrides and isolates: with them a name could turn the words after it around. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
/** Line ends and other controls; a name is one line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** The name as one line that keeps to itself; letters, marks and emoji stay as they are. */
export function plainText(name: string): string {
  return name.replaceAll(TURNING, "").replaceAll(CONTROLS, " ").trim() || "?";
}

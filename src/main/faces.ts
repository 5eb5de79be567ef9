/** The faces of the one binary, and which of them a start means. */
import { basename } from "node:path";

/** Words that choose a face; those with underscores are the hub's own, for its children. */
const FACES = [
  "homed",
  "doctor",
  "waiter",
  "hmapdev",
  "__launch",
  "__admin",
  "__lua",
  "__check",
] as const;
export type Face = (typeof FACES)[number];

/** A face and the arguments that are left for it. */
export interface FaceChoice {
  readonly face: Face;
  readonly argv: readonly string[];
}

/**
 * By name (`waiter` as a link to the binary), else by the first word (`homed waiter …`), else the
 * hub. `argv0` is what the program was called, `argv` what follows.
 */
export function chooseFace(argv0: string, argv: readonly string[]): FaceChoice {
  const name = basename(argv0);
  if (name === "waiter" || name === "hmapdev") return { face: name, argv };
  // `homed` itself may stand first, as it does under `npm start`.
  const rest = argv[0] === "homed" ? argv.slice(1) : argv;
  const [word = "", ...others] = rest;
  const face = FACES.find((known) => known === word && known !== "homed");
  return face === undefined ? { face: "homed", argv: rest } : { face, argv: others };
}

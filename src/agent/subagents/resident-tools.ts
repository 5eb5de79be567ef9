/** The tools for residents: their parents' one, and the two that they have themselves. */
import { Type } from "typebox";
import { checker, problem } from "#contract";
import { TOOL_TEXT as TEXT } from "./content.ts";
import { NOTE_CHARS_MAX, TOLD_CHARS_MAX } from "./limits.ts";
import { told, withOutcome } from "./outcome.ts";
import { OWNER } from "./parts.ts";
import { RESIDENT_ACTIONS, type ResidentParts, residentArguments } from "./resident-actions.ts";

const closed = { additionalProperties: false };
const notifyArguments = checker(
  Type.Object(
    {
      text: Type.String({
        minLength: 1,
        maxLength: TOLD_CHARS_MAX,
        description: TEXT.notifyText,
      }),
    },
    closed,
  ),
);
const noteArguments = checker(
  Type.Object(
    {
      note: Type.String({ minLength: 1, maxLength: NOTE_CHARS_MAX, description: TEXT.noteText }),
    },
    closed,
  ),
);

/** Registers the three tools until the returned value is disposed. */
export function registerResidentTools(deps: ResidentParts): Disposable {
  const { parts, residents, telling } = deps;
  const stack = new DisposableStack();
  stack.use(
    parts.tools.register(
      OWNER,
      {
        name: "resident_agents",
        description: TEXT.residents,
        parameters: residentArguments.schema,
        role: "member",
        agents: ["root"],
      },
      (args, context, signal) =>
        withOutcome(() => {
          const checked = residentArguments.require(args, "arguments");
          return RESIDENT_ACTIONS[checked.action](deps, checked, context, signal);
        }),
    ),
  );
  stack.use(
    parts.tools.register(
      OWNER,
      {
        name: "notify_parent",
        description: TEXT.notify,
        parameters: notifyArguments.schema,
        agents: ["child", "resident"],
      },
      (args, context, signal) =>
        withOutcome(async () => {
          await telling.notify(notifyArguments.require(args, "arguments").text, context, signal);
          return { outcome: "ok", content: "told" };
        }),
    ),
  );
  stack.use(
    parts.tools.register(
      OWNER,
      {
        name: "inputch_note",
        description: TEXT.note,
        parameters: noteArguments.schema,
        agents: ["resident"],
      },
      (args, { agent }) =>
        withOutcome(async () => {
          const resident = agent && residents.get(agent.id);
          if (!resident) throw problem("FORBIDDEN", "only a resident that lives keeps notes");
          resident.addNote(noteArguments.require(args, "arguments").note, parts.clock.now());
          return told({ notes: resident.notes.length });
        }),
    ),
  );
  return stack;
}

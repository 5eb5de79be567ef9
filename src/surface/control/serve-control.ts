/** The kernel's unix socket: whoever may open the file speaks as the owner of the house. */
import { codeOf, OperationalError } from "#base";
import { type ControlMethod, controlMethods, problem } from "#contract";
import { listenOnSocket, type SocketServer } from "#wire";
import { type Answer, createAnswers } from "./answers.ts";
import type { ControlOptions } from "./options.ts";

/** Opens the socket. Throws `CONFLICT` when another process answers on it. */
export async function serveControl(options: ControlOptions): Promise<SocketServer> {
  const { state, path } = options;
  const answers = createAnswers(options);
  const log = state.log.scope("control");
  return await listenOnSocket({
    path,
    clock: state.clock,
    log,
    accept: () => ({
      async onCall(method, params, signal) {
        try {
          return await answerCall(answers, method, params, signal);
        } catch (error) {
          if (codeOf(error) !== "INTERNAL") throw error;
          log.error("control.failed", { method, error });
          throw new OperationalError("INTERNAL", "an internal error; see the hub's log");
        }
      },
    }),
  });
}

/** Checks method and parameters against the one table before anything runs. */
async function answerCall(
  answers: Readonly<Record<ControlMethod, Answer>>,
  method: string,
  params: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  if (!Object.hasOwn(controlMethods, method)) {
    throw problem("METHOD_UNKNOWN", `the hub has no method "${method.slice(0, 80)}"`, {
      hint: "waiter --help",
    });
  }
  const name = method as ControlMethod;
  const checked = controlMethods[name].require(params ?? {}, method);
  return await answers[name](checked as Readonly<Record<string, unknown>>, signal);
}

/** Puts a server's tools into the hub's registry, and takes them out again. */
import type { ToolResult } from "#contract";
import type { Tools } from "#kernel/state";
import type { Connection } from "./connection.ts";
import type { ListedTool, Listing, Refusals } from "./listing.ts";
import { reasonOf, type Scrubber } from "./outside-text.ts";
import { readResult } from "./results.ts";

/** Whose tools these are, and how a call reaches them. */
export interface OfferOptions {
  readonly tools: Tools;
  readonly owner: string;
  readonly server: string;
  readonly connection: Connection;
  readonly scrub: Scrubber;
}

/** Tools that are offered now. Disposing takes them away. */
export interface Offer extends Disposable {
  readonly count: number;
  readonly refused: Refusals;
}

/** Registers what was listed. A name that is taken is refused and told, and harms no other. */
export function offerTools(options: OfferOptions, { tools: listed, refused }: Listing): Offer {
  const { tools, owner, scrub } = options;
  const registrations = new DisposableStack();
  let count = 0;
  for (const tool of listed) {
    try {
      registrations.use(
        tools.register(owner, tool.definition, (args, _context, signal) =>
          call(options, tool, args, signal),
        ),
      );
      count += 1;
    } catch (error) {
      refused.add(tool.foreignName, reasonOf(error, scrub));
    }
  }
  return { count, refused, [Symbol.dispose]: () => registrations.dispose() };
}

/** Every way to end is an outcome; the model reads why. */
async function call(
  { connection, scrub, server }: OfferOptions,
  { foreignName }: ListedTool,
  args: unknown,
  signal: AbortSignal,
): Promise<ToolResult> {
  try {
    return readResult(server, await connection.call(foreignName, args, signal), scrub);
  } catch (error) {
    // The registry knows a deadline from an interrupt.
    signal.throwIfAborted();
    return { outcome: "failed", content: `MCP ${server}: ${reasonOf(error, scrub)}` };
  }
}

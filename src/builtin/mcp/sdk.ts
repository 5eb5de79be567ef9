/** The one door to the MCP SDK: loaded when the first server is set, so that others pay nothing for it. */

/** What the client uses of the SDK. */
export type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** Loads it; a second call is free. */
export async function loadSdk() {
  const [{ Client }, { StreamableHTTPClientTransport, StreamableHTTPError }, types] =
    await Promise.all([
      import("@modelcontextprotocol/sdk/client/index.js"),
      import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
      import("@modelcontextprotocol/sdk/types.js"),
    ]);
  const { JSONRPCMessageSchema, McpError, ResultSchema, ToolListChangedNotificationSchema } = types;
  return {
    Client,
    StreamableHTTPClientTransport,
    StreamableHTTPError,
    JSONRPCMessageSchema,
    McpError,
    ResultSchema,
    ToolListChangedNotificationSchema,
  };
}

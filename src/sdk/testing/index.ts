/** Front door of `@homeagent/sdk/testing`: a plugin's tests without a hub. */
export { createMockHub, type MockDevice, type MockHub, type MockHubOptions } from "./mock-hub.ts";

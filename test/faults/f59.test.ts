/** F59: fixed ports clashed in tests. Port 0 takes a free one, and the hub tells which. */
import { expect, it } from "vitest";
import { startHub } from "../support/hub-process.ts";

it("F59: hubs that ask for port 0 run side by side, each on the port that it tells", async () => {
  await using one = await startHub();
  await using two = await startHub();
  expect(new URL(one.url).port).not.toBe(new URL(two.url).port);
  for (const { url } of [one, two]) {
    const answer = await fetch(`${url}/api/v1/health`);
    expect(await answer.json()).toEqual({ status: "ok" });
  }
});

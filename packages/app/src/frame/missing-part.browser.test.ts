/** How a page finds out that the server has another program than the one that runs. */
import { afterEach, expect, it, vi } from "vitest";
import { findServed } from "./missing-part.ts";

afterEach(() => vi.restoreAllMocks());

it("asks for the page as a reload would, with the cookie that chooses its language: another language would look like another program", async () => {
  const asked = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response('<script type="module" src="/new.js"></script>'));
  expect(await findServed()).toBe("/new.js");
  const requests = asked.mock.calls.map(([address, options]) => new Request(address, options));
  expect(requests.map(({ url, credentials }) => [new URL(url).pathname, credentials])).toEqual([["/", "same-origin"]]);
});

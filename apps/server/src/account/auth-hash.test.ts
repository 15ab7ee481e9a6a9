import { expect, it } from "vitest";
import { createAuthHash } from "./auth-hash.ts";

it("a rush at sign-in is told as one, and not as too many attempts of the person who came last", async () => {
  const { create } = createAuthHash(Buffer.alloc(32, 1));
  const asked = Array.from({ length: 250 }, () => create("ab".repeat(32)));
  const refused = (await Promise.allSettled(asked)).flatMap((one) => (one.status === "rejected" ? one.reason : []));
  // Four at work, and two hundred who wait; the first of all is the server's own.
  expect(refused).toHaveLength(250 - 203);
  expect(refused[0]).toMatchObject({
    code: "overloaded",
    status: 503,
    message: "The server is busy at the moment. Please try again in a few seconds.",
    retryAfterSeconds: 5,
  });
});

import { expect, it } from "vitest";
import { askEstimate, forgetEstimates } from "./estimator.ts";

const QUESTION = { password: "Harbour-77!", known: ["ann"] };

it("answers waiting callers with nothing, at once, when the session is over; the next one is answered again", async () => {
  const waiting = askEstimate(QUESTION);
  forgetEstimates();
  expect(await waiting).toBeNull();
  expect(await askEstimate(QUESTION)).toMatchObject({ score: expect.any(Number) });
});

/** How often a server may fail at the same press before its owner is asked. */
import { AppError } from "@coffer/contract/errors";
import { expect, it } from "vitest";
import { ConnectionError } from "../../errors.ts";
import { Attempts } from "./classify-failure.ts";

const FAULT = new AppError("unexpected");
const TRIES = [1, 2, 3, 4, 5];

it("faults of the server are said once they come in a row, and anything else in between begins the count again", () => {
  const attempts = new Attempts();
  const reasons = (error: unknown = FAULT) => attempts.classify("press", error).reason;
  const row = () => TRIES.map(() => reasons());
  expect(row()).toEqual(TRIES.map(() => null));
  expect(reasons(new ConnectionError("ask"))).toBeNull();
  expect(row()).toEqual(TRIES.map(() => null));
  expect(reasons()).toBe(FAULT.message);
});

it("and those of one press do not count for another", () => {
  const attempts = new Attempts();
  for (const _ of TRIES) attempts.classify("press", FAULT);
  expect(attempts.classify("another", FAULT).reason).toBeNull();
});

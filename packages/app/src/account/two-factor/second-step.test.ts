import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import {
  codeRefusal,
  helpRefusal,
  type SecondStepEvent,
  type SecondStepState,
  SECOND_STEP_START as START,
  secondStep,
} from "./second-step.ts";

const run = (events: readonly SecondStepEvent[], from: SecondStepState = START) => events.reduce(secondStep, from);

test("an empty code is asked for, a short one refused, and neither is sent", () => {
  expect(run([{ type: "submit" }])).toMatchObject({ step: "entry", problem: "Please enter the MFA code" });
  expect(run([{ type: "code", code: "123" }, { type: "submit" }])).toMatchObject({ step: "entry", problem: "Invalid MFA code" });
});

test("the sixth digit sends the code at once", () => {
  expect(run([{ type: "submit", code: "123456" }])).toMatchObject({ step: "verifying", code: "123456" });
});

test("a recovery code is taken in place of the authenticator's, with or without its hyphen", () => {
  const recovery = run([{ type: "way", isRecoveryCode: true }]);
  for (const code of ["abcde-12345", "ABCDE12345"]) {
    expect(run([{ type: "code", code }, { type: "submit" }], recovery)).toMatchObject({ step: "verifying", code });
  }
  expect(run([{ type: "submit", code: "123456" }], recovery)).toMatchObject({ step: "entry", problem: "Invalid MFA code" });
});

test("a refused code leaves an empty field and the reason; success ends it", () => {
  const verifying = run([{ type: "submit", code: "000000" }]);
  expect(secondStep(verifying, { type: "submit", code: "111111" })).toBe(verifying);
  const refused = secondStep(verifying, { type: "refused", problem: "Invalid MFA code" });
  expect(refused).toMatchObject({ step: "entry", code: "", problem: "Invalid MFA code" });
  expect(secondStep(refused, { type: "code", code: "1" }).problem).toBeNull();
  expect(secondStep(verifying, { type: "verified" }).step).toBe("done");
});

test("the help form keeps the code that was typed before", () => {
  const back = run([{ type: "code", code: "12" }, { type: "help" }, { type: "back" }]);
  expect(back).toMatchObject({ step: "entry", code: "12" });
});

test("help wants a message, is sent once, and returns to the code", () => {
  const help = run([{ type: "help" }]);
  expect(run([{ type: "send" }], help)).toMatchObject({ step: "help", problem: "Please provide a message for the administrator" });
  const sending = run([{ type: "message", message: "Lost my phone" }, { type: "send" }], help);
  expect(sending.step).toBe("sending");
  expect(secondStep(sending, { type: "send" })).toBe(sending);
  expect(secondStep(sending, { type: "failed" })).toMatchObject({ step: "help", message: "Lost my phone" });
  expect(secondStep(sending, { type: "sent" })).toMatchObject({ step: "entry", message: "" });
});

test("a late answer to a code changes nothing while help is written", () => {
  const help = run([{ type: "help" }]);
  expect(secondStep(help, { type: "refused", problem: "late" })).toBe(help);
});

test("refusals read as the specification says", () => {
  expect(codeRefusal(new AppError("invalid_mfa_code"))).toBe("Invalid MFA code");
  expect(codeRefusal(new AppError("unexpected"))).toBe("MFA verification failed");
  expect(helpRefusal(new AppError("unexpected"))).toBe("Failed to send request");
  expect(helpRefusal(new TypeError("Failed to fetch"))).toBe("An error occurred while sending your request");
});

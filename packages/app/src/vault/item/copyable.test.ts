import { expect, test } from "vitest";
import { copiedText, isCopyable } from "./copyable.ts";

const SETUP_KEY = "otpauth://totp/Example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8";
const login = { kind: "password", fields: { password: "s3cret", totp: SETUP_KEY } } as const;

test("a field is copied as it is, a setup key as the code of the moment (RFC 6238, appendix B)", () => {
  expect(copiedText(login, "password", 0)).toBe("s3cret");
  expect(copiedText(login, "totp", 59_000)).toBe("94287082");
  expect(copiedText({ ...login, fields: { totp: "?" } }, "totp", 0)).toBe("");
});

test("only what is there is offered, and nothing of an item that did not open", () => {
  expect(isCopyable({ state: "intact", holds: ["username"] }, "totp")).toBe(false);
  expect(isCopyable({ state: "intact", holds: ["totp"] }, "totp")).toBe(true);
  expect(isCopyable({ state: "intact" }, "totp")).toBe(true);
  expect(isCopyable({ state: "tampered", holds: ["totp"] }, "totp")).toBe(false);
});

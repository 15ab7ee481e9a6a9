import { expect, test } from "vitest";
import { noticeFor, withNotice } from "./sign-in-notice.ts";

test("after a reset the page says so", () => {
  expect(noticeFor("logged-out", withNotice({ notice: "reset" }).state)?.message).toBe(
    "Password has been reset successfully. Please login with your new password.",
  );
});

test("after a deletion the page says how long signing in keeps the account", () => {
  const { state } = withNotice({ notice: "deleted", until: new Date(2026, 11, 2).getTime() });
  expect(noticeFor("logged-out", state)?.message).toBe("Your account will be deleted on Dec 2, 2026. Sign in before then to cancel.");
});

test("an expired session is said, a logout is not", () => {
  expect(noticeFor("expired", null)?.message).toBe("Session expired. Please login again.");
  expect(noticeFor("logged-out", null)).toBeNull();
  expect(noticeFor(null, undefined)).toBeNull();
});

test.each([{ notice: "toString" }, { notice: "<b>hi</b>" }, { notice: 1 }, { notice: "deleted", until: "soon" }, "reset"])(
  "%o shows nothing",
  (state) => {
    expect(noticeFor(null, state)).toBeNull();
  },
);

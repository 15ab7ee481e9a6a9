import { expect, test } from "vitest";
import { EMAIL_CHANGE_START, type EmailChangeEvent, type EmailChangeState, type EmailForm, emailChange } from "./email-change.ts";

const run = (events: readonly EmailChangeEvent[], from: EmailChangeState = EMAIL_CHANGE_START) => events.reduce(emailChange, from);
const edit = (part: Partial<EmailForm>): EmailChangeEvent => ({ type: "edit", part });
const address = run([{ type: "open" }]);
const code = run([edit({ email: "new@example.com", password: "x" }), { type: "submit" }, { type: "sent" }], address);

test.each<[EmailChangeState, Partial<EmailForm>, string]>([
  [address, { email: "", password: "x" }, "Please fill in all fields"],
  [address, { email: "new@example.com", password: "" }, "Please fill in all fields"],
  [address, { email: "new", password: "x" }, "Please enter a valid email address"],
  [code, { code: "12" }, "Invalid verification code"],
])("%o with %o is refused", (state, part, problem) => {
  expect(run([edit(part), { type: "submit" }], state)).toMatchObject({ busy: false, problem });
});

test("the code follows the address, and the change closes the form and forgets the password", () => {
  expect(code).toMatchObject({ step: "code", busy: false });
  const busy = run([edit({ code: "123456" }), { type: "submit" }], code);
  expect(run([{ type: "cancel" }, edit({ email: "x" })], busy)).toBe(busy);
  expect(emailChange(busy, { type: "changed" })).toEqual(EMAIL_CHANGE_START);
});

test("a refused code may be typed again, and giving up forgets everything", () => {
  const refused = run([edit({ code: "000000" }), { type: "submit" }, { type: "refused", problem: "No." }], code);
  expect(refused).toMatchObject({ step: "code", busy: false, problem: "No.", form: { code: "", email: "new@example.com" } });
  expect(emailChange(refused, { type: "cancel" })).toEqual(EMAIL_CHANGE_START);
});

import type { Role } from "@coffer/fill/roles";
import { expect, it } from "vitest";
import { typedLoginIn } from "./typed-login.ts";

const field = (role: Role, value: string, form = 0) => ({ role, value, form });

it.each([
  ["a login", [field("username", " ann "), field("current-password", "secret")], { username: "ann", current: "secret", next: "" }],
  ["a sign-up", [field("email", "a@b.c"), field("new-password", "secret")], { username: "a@b.c", current: "", next: "secret" }],
  [
    "a sign-up with a name and an address",
    [field("email", "a@b.c"), field("username", "ann"), field("new-password", "secret")],
    { username: "ann", current: "", next: "secret" },
  ],
  [
    "a change of password",
    [field("current-password", "old one"), field("new-password", "new one"), field("new-password", "new one")],
    { username: "", current: "old one", next: "new one" },
  ],
  ["a user name alone", [field("username", "ann")], { username: "ann", current: "", next: "" }],
])("reads %s", (_, values, typed) => {
  expect(typedLoginIn(values, 0)).toEqual(typed);
});

it("takes the form that has the focus, and without a password in it the one that has one", () => {
  const values = [field("username", "letters@b.c", 0), field("username", "ann", 1), field("current-password", "secret", 1)];
  expect(typedLoginIn(values, 0)).toEqual({ username: "ann", current: "secret", next: "" });
  expect(typedLoginIn([...values, field("current-password", "other", 0)], 0)).toEqual({
    username: "letters@b.c",
    current: "other",
    next: "",
  });
});

it.each([
  ["nothing was typed", [field("username", ""), field("current-password", "")]],
  ["too little was", [field("current-password", "ab")]],
  ["more than any password has", [field("current-password", "a".repeat(1_001))]],
  ["it is no login", [field("cc-number", "4111111111111111"), field("one-time-code", "123456")]],
])("has nothing where %s", (_, values) => {
  expect(typedLoginIn(values, 0)).toBeNull();
});

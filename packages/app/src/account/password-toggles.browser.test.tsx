/** The eye of a master password: it shows and hides what is typed, and says in words which password; in other words than its field, which is found by them. */
import { encodeInvitation } from "@coffer/core/account/invitation-link";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { LockScreen } from "./lock/LockScreen.tsx";
import { RegisterPage } from "./registration/RegisterPage.tsx";
import { LoginPage } from "./sign-in/LoginPage.tsx";

const invitation = async () => ({
  ...{ email: null, team_name: null, role_name: "Member", invited_by_email: null, expires_at: "2026-01-01T00:00:00Z" },
  ...{ userExists: false, is_mailed: false },
});

const FORMS: readonly (readonly [
  form: string,
  page: ReactNode,
  at: string,
  labels: readonly (readonly [label: string, shows: string])[],
])[] = [
  ["the sign-in (A055)", <LoginPage key="login" />, "/login", [["Master Password", "password"]]],
  [
    "the registration (A081)",
    <RegisterPage key="register" />,
    `/register?token=${encodeInvitation({ token: "secret-token" })}`,
    [
      ["Master Password", "new password"],
      ["Confirm Master Password", "repeated password"],
    ],
  ],
  ["the lock", <LockScreen key="lock" />, "/all-items", [["Master Password", "password"]]],
];

it.each(FORMS)("of %s", async (_, form, at, labels) => {
  await renderApp(form, { client: fakeClient({ account: { invitation } }), at });
  for (const [label, shows] of labels) {
    const field = page.getByLabelText(label, { exact: true });
    await page.getByRole("button", { name: `Show ${shows}`, exact: true }).click();
    await expect.element(field).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: `Hide ${shows}`, exact: true }).click();
    await expect.element(field).toHaveAttribute("type", "password");
  }
});

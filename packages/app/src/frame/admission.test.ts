import type { Session, SessionReason } from "@coffer/client";
import { NO_PERMISSIONS } from "@coffer/core/team/permissions";
import { expect, test } from "vitest";
import { type AdmissionRule, admit as admitAt } from "./admission.ts";

/** Once the server was asked. */
const admit = (rule: AdmissionRule, known: Parameters<typeof admitAt>[1], arrived: boolean) => admitAt(rule, known, arrived, true);

const someone = (permissions = NO_PERMISSIONS): Session => ({
  user: { id: "u1", email: "ada@example.com", name: "ada", two_factor_enabled: false },
  roleId: 3,
  teamId: null,
  permissions,
  personalVaultId: "v1",
  expiresAt: 1_000,
});
const state = (session: Session | null, reason: SessionReason | null = null) => ({ ready: true, session, reason });
const UNKNOWN = { ready: false, session: null, reason: null };
const LOGIN = { access: "public", redirectSignedIn: "/vaults" } as const;

test("a stranger is sent from a signed-in page to sign-in", () => {
  expect(admit({ access: "signed-in" }, state(null), false)).toEqual({ to: "/login" });
  expect(admit({ access: "manage_roles" }, state(null, "expired"), true)).toEqual({ to: "/login" });
});

test("no one is sent away before it is known who they are", () => {
  expect(admit({ access: "signed-in" }, UNKNOWN, false)).toEqual({ wait: true });
  expect(admit(LOGIN, UNKNOWN, false)).toEqual({ wait: true });
});

test("a public page waits for nothing", () => {
  expect(admit({ access: "public" }, UNKNOWN, false)).toEqual({ show: true });
});

test("a user who lacks the permission for a page is told so", () => {
  expect(admit({ access: "manage_teams" }, state(someone()), true)).toEqual({ to: "/not-authorized" });
  expect(admit({ access: "manage_teams" }, state(someone({ ...NO_PERMISSIONS, manage_teams: true })), true)).toEqual({ show: true });
});

test("no one is refused by what was known before: they may have been given the role since", () => {
  expect(admitAt({ access: "manage_team" }, state(someone()), true, false)).toEqual({ ask: true });
  expect(admitAt({ access: "manage_team" }, state(someone({ ...NO_PERMISSIONS, manage_team: true })), true, false)).toEqual({ show: true });
  // Without a session no role is asked for.
  expect(admitAt({ access: "manage_team" }, state(null), true, false)).toEqual({ to: "/login" });
});

test("sign-in sends those who arrive signed in to their vaults", () => {
  expect(admit(LOGIN, state(someone(), "signed-in"), true)).toEqual({ to: "/vaults" });
  expect(admit(LOGIN, state(someone(), "resumed"), true)).toEqual({ to: "/vaults" });
});

test("a sign-in that completes on the page leads to all items", () => {
  expect(admit(LOGIN, state(someone(), "signed-in"), false)).toEqual({ to: "/all-items" });
});

test("a sign-in in another tab leads from the page to the vaults", () => {
  expect(admit(LOGIN, state(someone(), "resumed"), false)).toEqual({ to: "/vaults" });
});

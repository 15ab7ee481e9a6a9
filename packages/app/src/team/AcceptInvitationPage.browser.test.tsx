import type { Invitation } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import { parseInvitation } from "@coffer/core/account/invitation-link";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import { asked, renderTeam } from "../testing/team-world.tsx";
import { tellUnsent } from "../ui/may-sign-out.ts";
import { AcceptInvitationPage } from "./AcceptInvitationPage.tsx";

const MAILED: Invitation = {
  ...{ email: ANN.user.email, team_name: "Engineering", role_name: "Member", invited_by_email: "grace@example.com" },
  ...{ expires_at: "2026-01-22T12:00:00.000Z", userExists: true, is_mailed: true },
};
const JOINED = "You are now a member of Engineering.";
const VOID = "Invalid or expired invitation link. Please request a new invitation.";

type Verb = (input: { readonly token: string; readonly fragment: string }) => Promise<string>;
interface World {
  readonly invitation?: Partial<Invitation> | (() => Promise<Invitation>);
  readonly accept?: Verb;
  readonly join?: Verb;
  readonly logout?: () => Promise<void>;
  readonly signedIn?: boolean;
  readonly at?: string;
}

function open({ invitation = {}, accept = asked(JOINED), join = asked(JOINED), logout, signedIn = false, at }: World = {}) {
  const ask = vi.fn(typeof invitation === "function" ? invitation : async () => ({ ...MAILED, ...invitation }));
  const team = { acceptInvitation: accept, joinInvited: join };
  const account = { invitation: ask, ...(logout && { logout }) };
  return renderTeam(<AcceptInvitationPage />, { at: at ?? "/accept-invitation?token=abc#secret", signedIn, team, account });
}
const link = (name: string) => page.getByRole("link", { name });
const joinButton = page.getByRole("button", { name: "Join Team" });

describe("a mailed link", () => {
  it("joins no one by being opened: it says who invites, into what, and what a team may do; the invited person presses", async () => {
    const accept = vi.fn(asked(JOINED));
    await open({ accept, invitation: { role_name: "Recruiter" } });
    await expect.element(page.getByText("grace@example.com invites you to the team Engineering, with the role Recruiter.")).toBeVisible();
    const terms = page.getByRole("region", { name: "What a team may do" });
    for (const words of ["turn off your two-factor authentication", "counts towards the storage", "cannot delete your account"])
      await expect.element(terms.getByText(words)).toBeVisible();
    await expect.element(page.getByText("You join with the account ann@example.com.")).toBeVisible();
    expect(accept).not.toHaveBeenCalled();
    await joinButton.click();
    await expect.element(page.getByText(JOINED)).toBeVisible();
    await expect.element(link("Go to Login")).toBeVisible();
    expect(accept.mock.calls).toEqual([[{ token: "abc", fragment: "#secret" }]]);
    expect((link("Go to Login").element() as HTMLAnchorElement).href).not.toContain("secret");
  });

  it("is left unused by a person who does not want to join", async () => {
    const accept = vi.fn(asked(JOINED));
    await open({ accept });
    await link("Not Now").click();
    await expect.element(page.getByTestId("address")).toHaveTextContent(/^\/$/);
    expect(accept).not.toHaveBeenCalled();
  });

  it("leads a signed-in user on to the team", async () => {
    await open({ signedIn: true });
    await expect.element(page.getByText("You are signed in as ann@example.com.")).toBeVisible();
    await joinButton.click();
    await expect.element(link("Go to Your Team")).toBeVisible();
  });

  it("asks for the sign-in where the server wants one after all: the account is shut", async () => {
    await open({ accept: () => Promise.reject(new AppError("sign_in_to_join")) });
    await joinButton.click();
    await expect.element(page.getByRole("textbox", { name: "Email" })).toHaveValue(ANN.user.email);
  });

  it.each([
    ["in its words", new AppError("already_in_team"), "This person is in a team already."],
    ["without words", new AppError("unexpected"), "Failed to accept invitation"],
    ["without an answer", new TypeError("Failed to fetch"), "An error occurred while accepting the invitation"],
  ])("says what went wrong: %s", async (_, error, text) => {
    await open({ accept: () => Promise.reject(error) });
    await joinButton.click();
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(link("Return to Homepage")).toBeVisible();
    await expect.element(joinButton).not.toBeInTheDocument();
  });
});

describe("a link that leads nowhere", () => {
  it("without a token asks no one", async () => {
    const invitation = vi.fn(async () => MAILED);
    await open({ invitation, at: "/accept-invitation" });
    await expect.element(page.getByText("Invalid invitation link.")).toBeVisible();
    await link("Return to Homepage").click();
    await expect.element(page.getByTestId("address")).toHaveTextContent(/^\/$/);
    expect(invitation).not.toHaveBeenCalled();
  });

  it.each([
    ["used or too old", { invitation: () => Promise.reject(new AppError("invalid_invitation")) }],
    ["into no team", { invitation: { team_name: null } }],
    ["for anyone", { invitation: { email: null } }],
  ])("is void and says what to do: %s", async (_, world) => {
    await open(world);
    await expect.element(page.getByText(VOID)).toBeVisible();
    await expect.element(page.getByText("ask the person who invited you for a new one", { exact: false })).toBeVisible();
    await expect.element(joinButton).not.toBeInTheDocument();
  });

  it("says of one whose sender may invite no more whom to ask", async () => {
    await open({ invitation: () => Promise.reject(new AppError("invitation_unbacked")) });
    await expect.element(page.getByText("Please ask an administrator of the team for a new one.")).toBeVisible();
    await expect.element(page.getByText("ask the person who invited you", { exact: false })).not.toBeInTheDocument();
  });

  it("leads a person without an account to registering, with the same token", async () => {
    await open({ invitation: { userExists: false } });
    await expect.element(page.getByText("Please register first")).toBeVisible();
    const target = new URL((link("Create your account").element() as HTMLAnchorElement).href);
    expect(parseInvitation(target.searchParams.get("token") ?? "")).toEqual({ token: "abc" });
  });
});

describe("a link that was handed over", () => {
  const invitation = { is_mailed: false };

  it("is used by no one who is not signed in: the invited account signs in on the page", async () => {
    const [accept, join] = [vi.fn(asked("")), vi.fn(asked(""))];
    await open({ invitation, accept, join });
    await expect.element(page.getByText("You are invited to Engineering. Sign in as ann@example.com, and then join.")).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Email" })).toHaveValue(ANN.user.email);
    await expect.element(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    expect([...accept.mock.calls, ...join.mock.calls]).toEqual([]);
  });

  it("joins once its owner, signed in, says so, with the secret of the link; what that means is said before", async () => {
    const [accept, join] = [vi.fn(asked("")), vi.fn(asked(JOINED))];
    await open({ invitation, accept, join, signedIn: true });
    await expect.element(page.getByText("with the role Member", { exact: false })).toBeVisible();
    await expect.element(page.getByText("turn off your two-factor authentication", { exact: false })).toBeVisible();
    expect(join).not.toHaveBeenCalled();
    await joinButton.click();
    await expect.element(page.getByText(JOINED)).toBeVisible();
    expect(join.mock.calls).toEqual([[{ token: "abc", fragment: "#secret" }]]);
    expect(accept).not.toHaveBeenCalled();
    await expect.element(link("Go to Your Team")).toBeVisible();
  });

  it("says what the server refuses", async () => {
    await open({ invitation, join: () => Promise.reject(new AppError("invitation_unbacked")), signedIn: true });
    await joinButton.click();
    await expect.element(page.getByText("Please ask an administrator of the team for a new one.")).toBeVisible();
  });
});

it.each([true, false])("is not for another user who is signed in, who can log out on the page (mailed: %s)", async (is_mailed) => {
  const logout = vi.fn(async () => undefined);
  await open({ invitation: { email: "bob@example.com", is_mailed }, signedIn: true, logout });
  await expect
    .element(page.getByText("This invitation is for bob@example.com, and you are signed in as ann@example.com.", { exact: false }))
    .toBeVisible();
  await expect.element(joinButton).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect.poll(() => logout.mock.calls.length).toBe(1);
  await expect.element(page.getByTestId("address")).toHaveTextContent("/accept-invitation?token=abc");
});

it("asks another user who is signed in before they log out while a change of theirs waits for the server", async () => {
  const logout = vi.fn(async () => undefined);
  const stop = tellUnsent(() => ({ count: "1 change waits", names: "Bike" }));
  await open({ invitation: { email: "bob@example.com" }, signedIn: true, logout });
  await page.getByRole("button", { name: "Logout" }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question).toHaveTextContent("1 change waits on this device for the server.");
  await expect.element(question).toHaveTextContent("Bike");
  await page.getByRole("button", { name: "Stay" }).click();
  expect(logout).not.toHaveBeenCalled();
  stop();
});

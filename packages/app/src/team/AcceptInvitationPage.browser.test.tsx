import { AppError } from "@coffer/contract/errors";
import { parseInvitation } from "@coffer/core/account/invitation-link";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import { asked, renderTeam } from "../testing/team-world.tsx";
import { AcceptInvitationPage } from "./AcceptInvitationPage.tsx";

type Verb = (input: { readonly token: string; readonly fragment: string }) => Promise<string>;
const open = (
  at: string,
  acceptInvitation: Verb,
  more: Partial<Parameters<typeof renderTeam>[1]> & { readonly joinInvited?: Verb } = {},
) => {
  const { joinInvited = asked(""), ...world } = more;
  return renderTeam(<AcceptInvitationPage />, { at, signedIn: false, ...world, team: { acceptInvitation, joinInvited } });
};
const link = (name: string) => page.getByRole("link", { name });

it("joins with the token and leads to the login", async () => {
  const accept = asked("You are now a member of Engineering.");
  await open("/accept-invitation?token=abc", accept);
  await expect.element(page.getByText("You are now a member of Engineering.")).toBeVisible();
  await expect.element(link("Go to Login")).toBeVisible();
  expect(accept.mock.calls).toEqual([[{ token: "abc", fragment: "" }]]);
});

it("gives the secret of a link that was handed over to the client, and to no address", async () => {
  const accept = asked("");
  await open("/accept-invitation?token=abc#secret", accept);
  await expect.element(link("Go to Login")).toBeVisible();
  expect(accept.mock.calls).toEqual([[{ token: "abc", fragment: "#secret" }]]);
  expect((link("Go to Login").element() as HTMLAnchorElement).href).not.toContain("secret");
});

it("without a token asks nobody", async () => {
  const accept = asked("");
  await open("/accept-invitation", accept);
  await expect.element(page.getByText("Invalid invitation link.")).toBeVisible();
  await link("Return to Homepage").click();
  await expect.element(page.getByTestId("address")).toHaveTextContent(/^\/$/);
  expect(accept).not.toHaveBeenCalled();
});

it.each([
  ["refused, in its words", new AppError("invalid_invitation"), "Invalid or expired invitation link. Please request a new invitation."],
  ["refused without words", new AppError("unexpected"), "Failed to accept invitation"],
  ["no answer", new TypeError("Failed to fetch"), "An error occurred while accepting the invitation"],
])("says what went wrong: %s", async (_, error, text) => {
  await open("/accept-invitation?token=abc", () => Promise.reject(error));
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(link("Return to Homepage")).toBeVisible();
});

it("leads whoever has no account to registering, with the same token", async () => {
  await open("/accept-invitation?token=abc", () => Promise.reject(new AppError("register_first")));
  await expect.element(page.getByText("Please register first")).toBeVisible();
  const target = new URL((link("Create your account").element() as HTMLAnchorElement).href);
  expect(parseInvitation(target.searchParams.get("token") ?? "")).toEqual({ token: "abc" });
});

describe("a link that was handed over", () => {
  const handedOver = () => Promise.reject(new AppError("sign_in_to_join"));
  const invitation = {
    ...{ email: ANN.user.email, team_name: "Engineering", role_name: "Member", expires_at: "2026-01-22T12:00:00.000Z", userExists: true },
  };
  const account = { invitation: asked(invitation) };
  const join = page.getByRole("button", { name: "Join Team" });

  it("is used by nobody who is not signed in: the invited account signs in on the page", async () => {
    const joinInvited = asked("");
    await open("/accept-invitation?token=abc#secret", handedOver, { account, joinInvited });
    await expect.element(page.getByText("You are invited to Engineering. Sign in as ann@example.com, and then join.")).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Email" })).toHaveValue(ANN.user.email);
    await expect.element(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    expect(joinInvited).not.toHaveBeenCalled();
  });

  it("joins once its owner, signed in, says so, with the secret of the link; what that means is said before", async () => {
    const joinInvited = asked("You are now a member of Engineering.");
    await open("/accept-invitation?token=abc#secret", handedOver, { account, joinInvited, signedIn: true });
    await expect.element(page.getByText("with the role Member")).toBeVisible();
    await expect.element(page.getByText("can turn off your two-factor authentication")).toBeVisible();
    expect(joinInvited).not.toHaveBeenCalled();
    await join.click();
    await expect.element(page.getByText("You are now a member of Engineering.")).toBeVisible();
    expect(joinInvited.mock.calls).toEqual([[{ token: "abc", fragment: "#secret" }]]);
    await expect.element(link("Go to Your Team")).toBeVisible();
  });

  it("says what the server refuses", async () => {
    const joinInvited = () => Promise.reject(new AppError("invitation_unbacked"));
    await open("/accept-invitation?token=abc", handedOver, { account, joinInvited, signedIn: true });
    await join.click();
    await expect.element(page.getByText("Please ask an administrator of the team for a new one.")).toBeVisible();
  });

  it("is not for whoever else is signed in", async () => {
    const other = { account: { invitation: asked({ ...invitation, email: "bob@example.com" }) }, signedIn: true };
    await open("/accept-invitation?token=abc", handedOver, other);
    await expect.element(page.getByText("This invitation is for bob@example.com, and you are signed in as ann@example.com.")).toBeVisible();
    await expect.element(join).not.toBeInTheDocument();
  });

  it("that cannot be asked about says why", async () => {
    const gone = { account: { invitation: () => Promise.reject(new AppError("invalid_invitation")) }, signedIn: true };
    await open("/accept-invitation?token=abc", handedOver, gone);
    await expect.element(page.getByText("Invalid or expired invitation link. Please request a new invitation.")).toBeVisible();
  });
});

import { AppError } from "@coffer/contract/errors";
import { parseInvitation } from "@coffer/core/account/invitation-link";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { asked, renderTeam } from "../testing/team-world.tsx";
import { AcceptInvitationPage } from "./AcceptInvitationPage.tsx";

const open = (at: string, acceptInvitation: (input: { readonly token: string }) => Promise<string>) =>
  renderTeam(<AcceptInvitationPage />, { at, team: { acceptInvitation } });
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

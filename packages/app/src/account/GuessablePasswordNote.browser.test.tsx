/** What a person meets whose master password, as it was typed at the sign-in, is guessed soon. */
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { GuessablePasswordNote } from "./GuessablePasswordNote.tsx";
import { guessablePassword, lookAtPassword } from "./guessable-password.ts";

const note = page.getByText(/Everything you save is protected by your master password/);
const client = fakeClient({ session: ANN });
const KEPT = "passwordLookedAt";
const AT_ONCE = 0;

beforeEach(() => {
  localStorage.clear();
  guessablePassword.dismiss();
});

const signIn = async (password: string) => {
  lookAtPassword(client, { email: ANN.user.email, password }, AT_ONCE);
  await expect.poll(() => localStorage.getItem(KEPT), { timeout: 15_000 }).toContain(ANN.user.id);
};

it("is asked for a better one, with the reason, and led to where it is changed", async () => {
  await renderApp(<GuessablePasswordNote />, { client });
  await expect.element(note).not.toBeInTheDocument();
  await signIn("Liverpool1!");
  await expect.element(note).toHaveTextContent("This password is too easy to guess. This is similar to a commonly used password.");
  await page.getByRole("button", { name: "Change master password" }).click();
  await expect.element(page.getByTestId("address")).toHaveTextContent("/settings");
  await expect.element(note).not.toBeInTheDocument();
});

it("is asked once on this device, and may say no", async () => {
  await renderApp(<GuessablePasswordNote />, { client });
  await signIn("Liverpool1!");
  await page.getByRole("button", { name: "Not now" }).click();
  await expect.element(note).not.toBeInTheDocument();
  lookAtPassword(client, { email: ANN.user.email, password: "Liverpool1!" }, AT_ONCE);
  // Much longer than the first look took, whose lists are loaded by now.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await expect.element(note).not.toBeInTheDocument();
});

it("is not asked with a good one; what is kept on the disk is the same in both cases", async () => {
  await renderApp(<GuessablePasswordNote />, { client });
  await signIn("Correct-Horse-77!");
  const kept = localStorage.getItem(KEPT);
  await expect.element(note).not.toBeInTheDocument();
  localStorage.clear();
  await signIn("Liverpool1!");
  await expect.element(note).toBeVisible();
  expect(localStorage.getItem(KEPT)).toBe(kept);
});

it("is not asked about another account's", async () => {
  await signIn("Liverpool1!");
  const other = { ...ANN, user: { ...ANN.user, id: "33333333-3333-4333-8333-333333333333" } };
  await renderApp(<GuessablePasswordNote />, { client: fakeClient({ session: other }) });
  await expect.element(note).not.toBeInTheDocument();
});

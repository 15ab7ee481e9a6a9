/** What a person meets who tries the recovery kit: the steps, the key that is right, mistyped, or another's, and what to do without a paper. */
import type { Client, RehearsalResult } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { noConnection } from "../../testing/no-connection.ts";
import { renderApp } from "../../testing/render.tsx";
import { KitLine } from "./KitLine.tsx";

type Account = PartOf<Client["account"]>;

const TRIED = { triedAt: Date.UTC(2026, 0, 5, 12), nextAt: Date.UTC(2026, 3, 6, 12), isDue: false };
const NEVER = { triedAt: null, nextAt: 0, isDue: false };
const KEY = "AB1C-D2EF";

const dialog = page.getByRole("dialog", { name: "Try your recovery kit" });
const field = dialog.getByRole("textbox", { name: "Recovery key" });
const button = (name: string) => page.getByRole("button", { name, exact: true });

async function open(account: Account) {
  const rehearse = vi.fn<(input: { recoveryKey: string; copy: string }) => Promise<RehearsalResult>>();
  const client = fakeClient({
    session: ANN,
    account: { rehearsals: async () => NEVER, recoveryCopy: async () => "copy", rehearse, ...account },
  });
  await renderApp(<KitLine />, { client });
  return rehearse;
}

async function toKey(answer: RehearsalResult) {
  const rehearse = await open({});
  rehearse.mockResolvedValue(answer);
  await button("Try it now").click();
  await button("I have it here").click();
  await expect.element(field).toHaveFocus();
  return rehearse;
}

describe("the line", () => {
  it("says that the kit was never tried, or when it was and when it will be again, or that it is time", async () => {
    const rehearsals = vi.fn(async () => NEVER as { triedAt: number | null; nextAt: number; isDue: boolean });
    await open({ rehearsals });
    await expect.element(page.getByText("Not tried yet. In two minutes")).toBeVisible();
  });

  it.each([
    [TRIED, "Last tried on Jan 5, 2026. The next rehearsal is on Apr 6, 2026."],
    [{ ...TRIED, isDue: true }, "Last tried on Jan 5, 2026. It is time to try it again."],
  ])("of a kit that was tried says when, and when it is to be tried again", async (now, text) => {
    await open({ rehearsals: async () => now });
    await expect.element(page.getByText(text)).toBeVisible();
  });
});

describe("the steps", () => {
  it("ask before a key that is half typed off the paper is thrown away", async () => {
    await toKey({ is: "mistyped" } as RehearsalResult);
    await userEvent.keyboard("AB1C-D2");
    await userEvent.keyboard("{Escape}");
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
    await expect.element(field).toHaveValue("AB1C-D2");
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Close without saving" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("are left at once where nothing was typed", async () => {
    await toKey({ is: "mistyped" } as RehearsalResult);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("name the account and the address that the paper must have, and ask the client for nothing before it is at hand", async () => {
    const recoveryCopy = vi.fn(async () => "copy");
    await open({ recoveryCopy });
    await button("Try it now").click();
    await expect.element(dialog.getByText(ANN.user.email)).toBeVisible();
    await expect.element(dialog.getByText(window.location.origin)).toBeVisible();
    expect(recoveryCopy).not.toHaveBeenCalled();
    await expect.element(button("I have it here")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(field).toHaveFocus();
    expect(recoveryCopy).toHaveBeenCalledOnce();
  });

  it("say why the rehearsal cannot begin, and begin once it can", async () => {
    const recoveryCopy = vi
      .fn(async () => "copy")
      .mockRejectedValueOnce(noConnection())
      .mockRejectedValueOnce(new AppError("fresh_proof_needed"));
    await open({ recoveryCopy });
    await button("Try it now").click();
    await button("I have it here").click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("There is no connection to the server.");
    await button("I have it here").click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Please enter your master password to continue.");
    await button("I have it here").click();
    await expect.element(field).toBeVisible();
  });

  it("lead to a new kit where there is no paper, or it says something else", async () => {
    await open({});
    await button("Try it now").click();
    await button("I can’t find it, or something is different").click();
    await expect.element(dialog.getByRole("heading", { name: "Make a new kit now" })).toBeVisible();
    await dialog.getByRole("link", { name: "Make a new kit" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByTestId("address")).toHaveTextContent("/settings");
  });
});

describe("the key that is typed", () => {
  it("is right: the kit works, the next rehearsal is said, and the line says when", async () => {
    const rehearsals = vi.fn(async () => TRIED as { triedAt: number | null; nextAt: number; isDue: boolean }).mockResolvedValueOnce(NEVER);
    const rehearse = await open({ rehearsals });
    rehearse.mockResolvedValue({ is: "right" });
    await button("Try it now").click();
    await button("I have it here").click();
    await userEvent.keyboard(`${KEY}{Enter}`);
    await expect.element(dialog.getByRole("heading", { name: "Your kit works" })).toBeVisible();
    await expect.element(dialog.getByText("Next rehearsal in three months.")).toBeVisible();
    expect(rehearse.mock.calls).toEqual([[{ recoveryKey: KEY, copy: "copy" }]]);
    await button("Done").click();
    await expect.element(page.getByText(/^Last tried on Jan 5, 2026/)).toBeVisible();
    await expect.element(button("Try it now")).toHaveFocus();
  });

  it("is asked for where nothing was typed", async () => {
    const rehearse = await toKey({ is: "right" });
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Please type the recovery key from your kit")).toBeVisible();
    expect(rehearse).not.toHaveBeenCalled();
  });

  it("is no whole key: it stays, to be put right", async () => {
    await toKey({ is: "mistyped" });
    await userEvent.keyboard(`${KEY}{Enter}`);
    await expect.element(page.getByText(/^This is not a whole recovery key/)).toBeVisible();
    await expect.element(field).toHaveValue(KEY);
    await expect.element(field).toHaveFocus();
  });

  it.each([
    [false, /may belong to another account/],
    [true, /only the newest works/],
  ])("is another one (of an account with earlier kits: %s): that is said with what to do, and it is gone", async (isRenewed, text) => {
    await toKey({ is: "another", isRenewed });
    await userEvent.keyboard(`${KEY}{Enter}`);
    await expect.element(dialog.getByRole("heading", { name: "This is not the key of this account" })).toBeVisible();
    await expect.element(dialog.getByText(text)).toBeVisible();
    expect(document.body.textContent).not.toContain(KEY);
    await button("Try again").click();
    await button("I have it here").click();
    await expect.element(field).toHaveValue("");
  });

  it("works although the date could not be saved, and both are said", async () => {
    await toKey({ is: "right, not noted", cause: noConnection() });
    await userEvent.keyboard(`${KEY}{Enter}`);
    await expect.element(dialog.getByRole("heading", { name: "Your kit works" })).toBeVisible();
    await expect.element(dialog.getByText(/the date could not be saved.*There is no connection to the server\./)).toBeVisible();
  });

  it("is gone once the dialog is closed by Escape", async () => {
    const rehearse = await toKey({ is: "right" });
    await userEvent.keyboard(`${KEY}{Escape}`);
    await page.getByRole("alertdialog").getByRole("button", { name: "Close without saving" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(rehearse).not.toHaveBeenCalled();
    await button("Try it now").click();
    await button("I have it here").click();
    await expect.element(field).toHaveValue("");
  });
});

/** Sharing first, account later, as it is seen: an unknown address is invited and what was chosen waits; a press shares it, another one withdraws it. */
import type { Client, Promised } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import type { PartOf } from "../testing/fake-client.ts";
import { anItem } from "../testing/sample-items.ts";
import { seeToast } from "../testing/toasts.ts";
import { renderVault } from "../testing/vault-world.tsx";
import { SharingCenterPage } from "./SharingCenterPage.tsx";

const BANK = anItem("Bank");
const ZOE = "zoe@example.com";
const WAITS: Promised = {
  email: ZOE,
  known: null,
  rows: [{ itemId: BANK.id, kind: "password", name: "Bank", permission: "read", expiresAt: null, isExpired: false }],
};

const draw = (sharing: PartOf<Client["sharing"]>, team?: PartOf<Client["team"]>) =>
  renderVault(<SharingCenterPage />, {
    session: { ...ANN, permissions: { ...ANN.permissions, invite_members: true } },
    items: [BANK],
    at: "/sharing-center",
    features: {
      ...(team && { team }),
      sharing: { sharedByMe: async () => [], sharedWithMe: async () => [], knownEmails: async () => [], ...sharing },
    },
  });
const button = (name: string | RegExp) => page.getByRole("button", { name });

async function offerTo(email: string): Promise<void> {
  await button("Share Item").click();
  const dialog = page.getByRole("dialog", { name: "Share Items" });
  await dialog.getByRole("combobox", { name: "Items" }).click();
  await page.getByRole("option", { name: "Bank" }).click();
  await userEvent.keyboard("{Tab}");
  await dialog.getByRole("combobox", { name: "Recipient email" }).fill(email);
  await dialog.getByRole("radio", { name: /View & Edit/ }).click();
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
}

const unknown = { shareMany: async () => Promise.reject(new AppError("no_such_account")) };

describe("someone without an account", () => {
  it("is invited, and what was chosen waits for them", async () => {
    const asked: unknown[] = [];
    const promises: Promised[] = [];
    const promiseShares: Client["sharing"]["promiseShares"] = async (request) => {
      asked.push(request);
      promises.push(WAITS);
    };
    await draw(
      { ...unknown, promiseShares, promisedShares: async () => [...promises] },
      {
        invite: async ({ email }) => {
          asked.push(email);
          return null;
        },
      },
    );
    await offerTo(ZOE);
    await expect.element(page.getByText("Invitation sent successfully")).toBeVisible();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(page.getByText(`Waiting for ${ZOE} to join`)).toBeVisible();
    expect(asked).toEqual([ZOE, { email: ZOE, ids: [BANK.id], permission: "write", expiresAt: null }]);
    expect(button(/^Share now/).elements()).toEqual([]);
  });

  it("is invited once, also where what was chosen is kept at the second press only; that is said", async () => {
    const invite = vi.fn(async () => null);
    const promiseShares = vi.fn<Client["sharing"]["promiseShares"]>().mockRejectedValueOnce(new AppError("rate_limited"));
    await draw({ ...unknown, promiseShares }, { invite });
    await offerTo(ZOE);
    await seeToast(`The invitation was sent, but what you chose could not be kept for them. ${new AppError("rate_limited").message}`);
    await button("Keep it for them").click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect([invite.mock.calls.length, promiseShares.mock.calls.length]).toEqual([1, 2]);
  });

  it("is not waited for where the invitation was not sent", async () => {
    await draw(unknown, { invite: async () => Promise.reject(new AppError("rate_limited")) });
    await offerTo(ZOE);
    await expect
      .element(
        page
          .getByRole("alert")
          .getByText(/too many/i)
          .first(),
      )
      .toBeVisible();
    await expect.element(page.getByRole("dialog", { name: "Share Items" })).toBeVisible();
  });

  it("has joined, and gets it by one press that names them, next to the way to compare numbers", async () => {
    const asked: unknown[] = [];
    const answers: Client["sharing"]["keepPromise"][] = [
      async () => Promise.reject(new AppError("rate_limited")),
      async (of) => {
        asked.push(of);
        return [];
      },
    ];
    await draw({
      promisedShares: async () => [{ ...WAITS, known: "new" }],
      keepPromise: async (of) => (await answers.shift()?.(of)) ?? [],
    });
    await expect.element(page.getByText(`${ZOE} has joined and waits for you`)).toBeVisible();
    await expect.element(button(`Compare numbers with ${ZOE}`)).toBeVisible();
    await button(`Share now with ${ZOE}`).click();
    await expect.element(page.getByRole("alert").first()).toBeVisible();
    await button(`Share now with ${ZOE}`).click();
    await expect.element(page.getByText("Items shared successfully")).toBeVisible();
    expect(asked).toEqual([{ email: ZOE, ids: [BANK.id] }]);
  });

  it("is not waited for any more after a question", async () => {
    const asked: unknown[] = [];
    const answers: Client["sharing"]["withdrawPromise"][] = [
      async () => Promise.reject(new AppError("rate_limited")),
      async (of) => void asked.push(of),
    ];
    await draw({ promisedShares: async () => [WAITS], withdrawPromise: async (of) => answers.shift()?.(of) });
    const withdraw = async (answer: string) => {
      await button(`Do not share with ${ZOE}`).click();
      await page.getByRole("alertdialog").getByRole("button", { name: answer, exact: true }).click();
    };
    await withdraw("Cancel");
    await withdraw("Do not share");
    await expect.element(page.getByRole("alert").first()).toBeVisible();
    await withdraw("Do not share");
    await expect.element(page.getByText("Nothing waits for them any more")).toBeVisible();
    expect(asked).toEqual([{ email: ZOE, ids: [BANK.id] }]);
  });
});

/** What is seen of a change that waits on this device: that it waits, that the server did not take it and what can be done, and what cannot wait at all. */
import type { WaitingEdit } from "@coffer/client";
import { draftOf, type Item } from "@coffer/core/items/item";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { connection } from "../../frame/connection.ts";
import { anItem } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { ImportPage } from "../../transfer/ImportPage.tsx";
import { VaultSelect } from "../fields/VaultSelect.tsx";
import { KindPage } from "../pages/KindPage.tsx";
import { TrashPage } from "../pages/TrashPage.tsx";
import { VaultDialog } from "../vaults/VaultDialog.tsx";
import { WAITING_KEY } from "./waiting-queries.ts";

const REASON = "You do not have permission to do this.";
const BIKE: Item = { ...anItem("Bike"), waits: true };
const CAR = anItem("Car");
afterEach(() => connection.found("here"));

const editOf = (item: Item, refused: string | null, isDeleted = false): WaitingEdit => {
  const { id, scopeId } = item;
  return { id, scopeId, base: item, draft: isDeleted ? null : draftOf(item), isDeleted, at: 1, count: 1, refused, saves: [], apartId: "" };
};

function Waiting({ edits, asked, children }: { edits: readonly WaitingEdit[]; asked: string[]; children: ReactNode }) {
  const queries = useQueryClient();
  useEffect(() => {
    const send = async () => void asked.push("send");
    const discard = async ({ id }: { id: string }) => {
      asked.push(`discard ${id}`);
      queries.setQueryData(WAITING_KEY, { edits: edits.filter((edit) => edit.id !== id), send, discard });
    };
    queries.setQueryData(WAITING_KEY, { edits, send, discard });
  }, [queries, edits, asked]);
  return children;
}

async function open(shown: ReactNode, edits: readonly WaitingEdit[], world: Parameters<typeof renderVault>[1] = {}) {
  const asked: string[] = [];
  const { held } = await renderVault(
    <Waiting edits={edits} asked={asked}>
      {shown}
    </Waiting>,
    world,
  );
  return { asked, held };
}

const list = (refused: string | null) =>
  open(<KindPage kind="password" />, [editOf(BIKE, refused)], { items: [BIKE, CAR], at: "/passwords" });
const note = page.getByRole("status", { name: "A change that was not taken" });

it("says of an item only that it waits, as long as no one has refused it", async () => {
  await list(null);
  await expect.element(page.getByText("Not sent yet").first()).toBeInTheDocument();
  await expect.element(page.getByText("Not taken by the server")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Bike", exact: true }).click();
  await expect.element(page.getByRole("dialog", { name: "Bike" })).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
});

it("says of an item that the server did not take its change, why, and lets it be tried again or discarded", async () => {
  const { asked } = await list(REASON);
  await expect.element(page.getByText("Not taken by the server").first()).toBeInTheDocument();
  await expect.element(page.getByText("Not sent yet")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Bike", exact: true }).click();
  await expect.element(note).toHaveTextContent(REASON);
  await note.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => asked).toEqual(["send"]);
  await note.getByRole("button", { name: "Discard" }).click();
  await expect.element(page.getByRole("alertdialog")).toHaveTextContent('What you changed in "Bike" is thrown away');
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => asked).toEqual(["send", `discard ${BIKE.id}`]);
  await expect.element(note).not.toBeInTheDocument();
});

it("has a deletion that waits in the trash, where it can be taken back and not deleted for good", async () => {
  const trashed = [
    { item: { ...BIKE, waits: true as const }, deletedAt: Date.now() },
    { item: CAR, deletedAt: Date.now() },
  ];
  const { held } = await open(<TrashPage />, [editOf(BIKE, null, true)], { trashed });
  await expect.element(page.getByText("Deletion not sent yet")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Delete Car forever" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Delete Bike forever" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Empty trash" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete forever" }).click();
  await expect.poll(() => held.asked).toEqual([{ verb: "purge", input: { ids: [CAR.id] } }]);
  await page.getByRole("button", { name: "Restore Bike" }).click();
  await expect.poll(() => held.asked.at(-1)).toEqual({ verb: "restore", input: { ids: [BIKE.id] } });
});

it("says in the trash that the server did not take a deletion, and asks nothing where nothing can be deleted for good", async () => {
  const trashed = [{ item: { ...BIKE, waits: true as const }, deletedAt: Date.now() }];
  const { held } = await open(<TrashPage />, [editOf(BIKE, REASON, true)], { trashed });
  await expect.element(page.getByText("Deletion not taken by the server")).toBeVisible();
  await page.getByRole("button", { name: "Empty trash" }).click();
  await expect.element(page.getByText("These deletions wait for the server. You can restore the items.")).toBeVisible();
  expect(held.asked).toEqual([]);
});

const chooseNewVault = async () => {
  await page.getByRole("combobox", { name: "Vault" }).click();
  await page.getByRole("option", { name: /new vault/i }).click();
};

it.each([
  ["the form of a vault", <VaultDialog key="1" vault={null} onClose={() => undefined} />, async () => undefined],
  ["a vault that is made on the way", <VaultSelect key="2" vaults={[]} value={null} onChange={() => undefined} />, chooseNewVault],
  ["an import", <ImportPage key="3" />, async () => undefined],
])("%s says before someone types that it cannot wait, and no longer once the server answers", async (_, shown, begin) => {
  await open(shown, []);
  await begin();
  const said = page.getByRole("status", { name: "The server does not answer" });
  await expect.element(said).not.toBeInTheDocument();
  connection.found("silent");
  await expect.element(said).toHaveTextContent(/cannot wait on this device/);
  connection.found("here");
  await expect.element(said).not.toBeInTheDocument();
});

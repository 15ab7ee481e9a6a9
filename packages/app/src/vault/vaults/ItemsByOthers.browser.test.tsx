/** What others left in an own vault: each person is named, and each press says for whom it is. */
import { type Client, ClientError } from "@coffer/client";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { PartOf } from "../../testing/fake-client.ts";
import { anItem, aVault } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { VaultContents } from "./VaultContents.tsx";

const HOME = aVault("Home", { scopeId: crypto.randomUUID() });
const BOB = { personId: "b", email: "bob@example.com", count: 4 };
const CAROL = { personId: "c", email: "carol@example.com", count: 1 };

const draw = (verbs: PartOf<Client["sharing"]>, vault = HOME) => {
  const items = [anItem("Shop", { categoryId: vault.id, scopeId: vault.scopeId })];
  const contents = { items, vaults: [vault] };
  return renderVault(<VaultContents contents={contents} vault={vault} />, {
    items,
    vaults: [vault],
    features: { sharing: { vaultTrouble: async () => null, ...verbs } },
  });
};
const button = (name: string) => page.getByRole("button", { name, exact: true });

it("names each person and how much they made, and asks what becomes of it", async () => {
  await draw({ itemsByOthers: async () => [BOB, CAROL] });
  const ofBob = page.getByRole("region", { name: "Made by bob@example.com" });
  await expect.element(ofBob).toHaveTextContent("4 items here were made by bob@example.com, who can no longer write in this vault.");
  const ofCarol = page.getByRole("region", { name: "Made by carol@example.com" });
  await expect.element(ofCarol).toHaveTextContent("1 item here was made by carol@example.com");
  for (const label of ["Give back", "Keep", "Keep a copy and give back"])
    await expect.element(button(`${label}: carol@example.com`)).toBeVisible();
});

it("gives back, with a copy or without, and keeps, for the person who is named; then the line is gone", async () => {
  const asked: unknown[] = [];
  let left = [BOB, CAROL, { personId: "d", email: "dan@example.com", count: 2 }];
  const decided = (name: string) => async (input: { personId: string }) => {
    asked.push([name, input]);
    left = left.filter(({ personId }) => personId !== input.personId);
  };
  await draw({ itemsByOthers: async () => left, giveBack: decided("giveBack"), keepItems: decided("keepItems") });
  await button("Give back: bob@example.com").click();
  await seeToast("bob@example.com has 4 items back");
  await button("Keep: carol@example.com").click();
  await expect.element(button("Keep: carol@example.com")).not.toBeInTheDocument();
  await button("Keep a copy and give back: dan@example.com").click();
  await expect.element(page.getByRole("region", { name: /^Made by/ })).not.toBeInTheDocument();
  expect(asked).toEqual([
    ["giveBack", { vaultId: HOME.id, personId: "b", keepCopy: false }],
    ["keepItems", { vaultId: HOME.id, personId: "c" }],
    ["giveBack", { vaultId: HOME.id, personId: "d", keepCopy: true }],
  ]);
});

it("says why nothing was given back or kept, and asks again", async () => {
  const changed = () => Promise.reject(new ClientError("The security key of this person is not the one you know."));
  const broken = () => Promise.reject(new Error("lost"));
  await draw({ itemsByOthers: async () => [BOB], giveBack: changed, keepItems: broken });
  await button("Give back: bob@example.com").click();
  await seeToast("The security key of this person is not the one you know.");
  await button("Keep: bob@example.com").click();
  await seeToast("Failed to keep these items");
  await expect.element(button("Give back: bob@example.com")).toBeEnabled();
});

it("is not asked about in a vault that is not shared, or that is another person's", async () => {
  const asked: unknown[] = [];
  const itemsByOthers = async (input: unknown) => {
    asked.push(input);
    return [BOB];
  };
  await draw({ itemsByOthers }, aVault("Alone"));
  await expect.element(page.getByRole("heading", { name: "Alone" })).toBeVisible();
  await draw({ itemsByOthers }, { ...HOME, name: "Of Bob", isOwner: false, sharedBy: "bob@example.com" });
  await expect.element(page.getByRole("heading", { name: "Of Bob" })).toBeVisible();
  expect(asked).toEqual([]);
});

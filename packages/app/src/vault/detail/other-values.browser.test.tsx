/** A field that two devices changed at once: both values in the item, hidden like the field, until one is chosen. */
import type { Draft, Item } from "@coffer/core/items/item";
import { OTHERS_FIELD, type OtherValue, toChoose, writeOtherValues } from "@coffer/core/items/other-values";
import { readHistory, writeCustomFields } from "@coffer/core/items/structured-fields";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { KindPage } from "../pages/KindPage.tsx";

const AT = Date.UTC(2026, 0, 15, 12);
const OTHER: OtherValue = {
  ...{ field: "password", value: "Other-Tulips-7", at: AT, by: "bob@example.com", device: "phone" },
  stands: { at: AT, device: "laptop" },
};

async function open(others: readonly OtherValue[], more: Partial<Item> = {}) {
  const saved: Draft["fields"][] = [];
  const update = async ({ base, draft }: { base: Item; draft: Draft }) => {
    saved.push(draft.fields);
    return { item: { ...base, fields: draft.fields }, keptAs: null };
  };
  const fields = { username: "ann", password: "Tulips2024", [OTHERS_FIELD]: writeOtherValues(others), ...more.fields };
  const item = anItem("Shop", { ...more, fields });
  await renderVault(<KindPage kind="password" />, { items: [item], at: `/passwords?item=${item.id}`, verbs: { update } });
  return { saved, detail: page.getByRole("dialog", { name: "Shop" }) };
}

it("shows both passwords hidden, with who saved them where that is known, and reveals each by itself", async () => {
  const { detail } = await open([OTHER]);
  await expect.element(detail.getByText("Two versions of Password: choose")).toBeVisible();
  await expect.element(detail.getByText(/^Saved by bob@example.com on phone, /)).toBeVisible();
  await expect.element(detail.getByText(/^Saved on laptop, /)).toBeVisible();
  expect(document.body.textContent).not.toContain("Tulips2024");
  expect(document.body.textContent).not.toContain("Other-Tulips-7");
  await detail.getByRole("button", { name: "Reveal other version of password for Shop" }).click();
  await expect.element(detail).toHaveTextContent("Other-Tulips-7");
  expect(document.body.textContent).not.toContain("Tulips2024");
});

it("puts the other one in use by a press, which can be taken back", async () => {
  const { saved, detail } = await open([OTHER]);
  await detail.getByRole("button", { name: "Use the other version of password for Shop" }).click();
  await expect.element(page.getByText("Password: the other version is in use")).toBeVisible();
  expect(saved.map(({ password }) => password)).toEqual(["Other-Tulips-7"]);
  expect(toChoose(saved[0] ?? {})).toEqual([]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await seeToast("There are two versions of password again");
  expect([saved[1]?.password, toChoose(saved[1] ?? {})]).toEqual(["Tulips2024", [OTHER]]);
});

it("keeps the one in use by a press, and the other password with the earlier ones", async () => {
  const { saved, detail } = await open([OTHER]);
  await detail.getByRole("button", { name: "Keep the version in use of password for Shop" }).click();
  await seeToast("Password: the version in use stays");
  expect(saved[0]?.password).toBe("Tulips2024");
  expect(readHistory(saved[0]?.password_history ?? "").map(({ value }) => value)).toEqual(["Other-Tulips-7"]);
});

it("offers each field apart, a custom field by its label, hidden where one version of it is", async () => {
  const custom = (value: string, type: "text" | "hidden") => writeCustomFields([{ label: "Door", type, value, section: "" }]);
  const door = { field: "custom_fields", value: custom("4711", "hidden"), at: AT };
  const name = { field: "username", value: "ann-2", at: AT };
  const { detail } = await open([name, door, { ...name, value: "ann-3" }], { fields: { custom_fields: custom("0815", "text") } });
  const versions = detail.getByRole("region", { name: "Versions of Door" });
  await expect.element(versions).toHaveTextContent("Two versions of Door: choose");
  await expect.element(detail.getByText("3 versions of Username / Email: choose")).toBeVisible();
  await expect.element(detail.getByText("ann-3")).toBeVisible();
  await expect.element(detail.getByRole("button", { name: "Reveal version in use of door for Shop" })).toBeVisible();
});

it("shows both, and no button, to who may only read the item", async () => {
  const { detail } = await open([OTHER], { isOwner: false, permission: "read", sharedBy: "bob@example.com" });
  await expect.element(detail.getByText("Two versions of Password", { exact: true })).toBeVisible();
  await expect.element(detail.getByRole("button", { name: /^(Use|Keep) the/ })).not.toBeInTheDocument();
});

it("shows nothing of fields that this version does not know, nor of a value that is the current one by now", async () => {
  const { detail } = await open([
    { ...OTHER, field: "x_later" },
    { ...OTHER, value: "Tulips2024" },
  ]);
  await expect.element(detail.getByText("ann", { exact: true })).toBeVisible();
  await expect.element(detail.getByText(/versions of/)).not.toBeInTheDocument();
});

it("is told apart in lists", async () => {
  const named = (title: string, more: Partial<Item>) => anItem(title, { fields: { username: "ann", password: "x" }, ...more });
  const items = [named("Shop", { holds: ["password", OTHERS_FIELD] }), named("Bank", { holds: ["password"] })];
  await renderVault(<KindPage kind="password" />, { items, at: "/passwords" });
  await expect.element(page.getByText("Two versions")).toBeVisible();
  expect(page.getByText("Two versions").elements()).toHaveLength(1);
});

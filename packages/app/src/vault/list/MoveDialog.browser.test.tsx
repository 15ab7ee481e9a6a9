/** Moving what another person made out of a vault gives it back to them: the press says to whom. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { anItem, aVault } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { MoveDialog } from "./MoveDialog.tsx";

const HOME = aVault("Home", { scopeId: crypto.randomUUID() });
const WORK = aVault("Work");
const inside = { categoryId: HOME.id, scopeId: HOME.scopeId };
const GATE = anItem("Gate", inside);
const ROUTER = anItem("Router", { ...inside, belongsTo: { id: "b", email: "bob@example.com" } });

const open = async (items: readonly ReturnType<typeof anItem>[]) => {
  const vaults = [HOME, WORK];
  const drawn = await renderVault(<MoveDialog items={items} vaults={vaults} onClose={() => undefined} />, { items, vaults });
  await page.getByRole("combobox", { name: "Vault" }).click();
  return drawn;
};
const gives = page.getByText(/gives .* back/);

it("names the person before the press, and says who has it afterwards", async () => {
  const { held } = await open([GATE, ROUTER]);
  await page.getByRole("option", { name: "Unassigned" }).click();
  await expect
    .element(gives)
    .toHaveTextContent('"Router" was made by bob@example.com. This gives it back: only bob@example.com has it then.');
  await expect.element(page.getByRole("button", { name: "Move to Unassigned" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Give back", exact: true }).click();
  await seeToast("2 items were moved out of the vault; bob@example.com has back what they made");
  expect(held.asked).toMatchObject([{ verb: "place", input: { ids: [GATE.id, ROUTER.id], categoryId: null } }]);
});

it("says nothing of it for own items", async () => {
  await open([GATE]);
  await page.getByRole("option", { name: "Unassigned" }).click();
  await expect.element(page.getByRole("button", { name: "Move to Unassigned" })).toBeVisible();
  await expect.element(gives).not.toBeInTheDocument();
});

it("says nothing of it for another vault, which the client refuses", async () => {
  await open([ROUTER]);
  await page.getByRole("option", { name: "Work" }).click();
  await expect.element(page.getByRole("button", { name: "Move", exact: true })).toBeVisible();
  await expect.element(gives).not.toBeInTheDocument();
});

const going = page.getByText(/deletes the earlier versions/);

it("says before the press that earlier versions stay behind where the item goes under another key", async () => {
  const seldom = anItem("Seldom", { ...inside });
  await open([{ ...GATE, revision: 3 }, seldom]);
  await page.getByRole("option", { name: "Work" }).click();
  await expect.element(going).toHaveTextContent('Moving deletes the earlier versions of "Gate". Only what it holds now is kept.');
});

it.each([
  ["that was saved once", anItem("Once", inside)],
  ["that is shared on its own", anItem("Alone", { ...inside, revision: 3, scopeId: crypto.randomUUID() })],
  ["that is under the same key there", anItem("Own", { revision: 3 })],
])("says nothing of versions of an item %s", async (_, item) => {
  await open([item]);
  await page.getByRole("option", { name: "Work" }).click();
  await expect.element(page.getByRole("button", { name: "Move", exact: true })).toBeEnabled();
  await expect.element(going).not.toBeInTheDocument();
});

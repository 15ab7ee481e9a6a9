/** What a person does with a list of items: open, edit, mark, copy, move, tag, delete and take it back, one by one and many at once, by mouse and by keyboard. */

import { DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { kindOf } from "@coffer/core/items/kinds";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { deviceSettings } from "../../frame/device-settings.ts";
import { anItem as aLogin, aVault } from "../../testing/sample-items.ts";
import { renderVault, type VaultSetup } from "../../testing/vault-world.tsx";
import { KindPage } from "./KindPage.tsx";

const HOME = aVault("Home");
const WORK = aVault("Work");
const [BANK, FORGE, MAIL, SHOP] = [
  aLogin("Bank", { favourite: true, categoryId: HOME.id, fields: { username: "ann.lee", password_strength: "Strong", tags: '["money"]' } }),
  aLogin("Forge", { categoryId: WORK.id, fields: { username: "ann@forge.example", password_strength: "Weak" } }),
  aLogin("Mail", { fields: { username: "ann", password_strength: "Strong" } }),
  aLogin("Shop", { fields: { username: "ann", password: "Tulips2024", password_strength: "Fair" } }),
];
const { words } = kindOf("password");
const ITEMS = [SHOP, MAIL, FORGE, BANK];

const open = (world: Parameters<typeof renderVault>[1] = {}) =>
  renderVault(<KindPage kind="password" />, { items: ITEMS, vaults: [HOME, WORK], ...world });

const item = (name: string) => page.getByRole("button", { name, exact: true });
const select = (name: string) => item(name).click({ modifiers: ["Control"] });
const toast = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const asked = ({ asked: all }: VaultSetup) => all.filter(({ verb }) => verb !== "markUsed");
const shownNames = async () => {
  const list = await page.getByRole("list", { name: "Passwords" }).findElement();
  return [...list.querySelectorAll("[data-open]")].map((opener) => opener.textContent);
};

/** Controls of an item show themselves when it is pointed at. */
async function press(name: string, control: string) {
  await item(name).hover();
  await page.getByRole("button", { name: control, exact: true }).click();
}

async function fromMenu(name: string, entry: string) {
  await press(name, `More actions for ${name}`);
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

describe("one item", () => {
  it("opens in full, and going back closes it with the focus on the item", async () => {
    await open();
    await item("Shop").click();
    await expect.element(page.getByRole("dialog", { name: "Shop" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(item("Shop")).toHaveFocus();
  });

  it("is walked from to its neighbours by the arrow keys, in the order of the list", async () => {
    await open();
    await item("Mail").click();
    await expect.element(page.getByRole("dialog", { name: "Mail" })).toBeVisible();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(page.getByRole("dialog", { name: "Forge" })).toBeVisible();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(page.getByRole("dialog", { name: "Mail" })).toBeVisible();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(page.getByRole("dialog", { name: "Shop" })).toBeVisible();
  });

  it("is edited with E, and the focus is in the first field without the letter in it (V-2)", async () => {
    await open();
    await item("Shop")
      .findElement()
      .then((opener) => opener.focus());
    await userEvent.keyboard("e");
    const title = page.getByRole("textbox", { name: "Title" });
    await expect.element(title).toHaveFocus();
    await expect.element(title).toHaveValue("Shop");
  });

  it("is marked with its star, and the mark is taken away again", async () => {
    const { held } = await open();
    await press("Shop", "Add Shop to favorites");
    await page.getByRole("button", { name: "Remove Shop from favorites" }).click();
    await expect.element(page.getByRole("button", { name: "Add Shop to favorites" })).toBeInTheDocument();
    expect(asked(held)).toEqual([
      { verb: "setFavourite", input: { id: SHOP.id, favourite: true } },
      { verb: "setFavourite", input: { id: SHOP.id, favourite: false } },
    ]);
  });

  it("is shared from its menu, where it is the user's own", async () => {
    const { shared } = await open();
    await fromMenu("Shop", "Share");
    expect(shared).toEqual([{ id: SHOP.id, kind: "password" }]);
  });

  it("is moved to a vault from its menu", async () => {
    const { held } = await open();
    await fromMenu("Shop", "Move to vault");
    await expect.element(page.getByRole("button", { name: "Move", exact: true })).toBeDisabled();
    await page.getByRole("combobox", { name: "Vault" }).click();
    await expect.element(page.getByRole("option", { name: "Unassigned" })).not.toBeInTheDocument();
    await page.getByRole("option", { name: "Work" }).click();
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await toast('"Shop" was moved to WorkUndo');
    expect(asked(held)).toEqual([{ verb: "place", input: { ids: [SHOP.id], categoryId: WORK.id } }]);
  });

  it("is not offered its own vault, but to be in none", async () => {
    const { held } = await open();
    await fromMenu("Bank", "Move to vault");
    await page.getByRole("combobox", { name: "Vault" }).click();
    await expect.element(page.getByRole("option", { name: "Work" })).toBeVisible();
    await expect.element(page.getByRole("option", { name: "Home" })).not.toBeInTheDocument();
    await page.getByRole("option", { name: "Unassigned" }).click();
    await page.getByRole("button", { name: "Move to Unassigned", exact: true }).click();
    await toast('"Bank" was moved to UnassignedUndo');
    expect(asked(held)).toEqual([{ verb: "place", input: { ids: [BANK.id], categoryId: null } }]);
  });

  it("is tagged from its menu, with a new tag and without an old one", async () => {
    const { held } = await open();
    await fromMenu("Bank", "Tags");
    await expect.element(page.getByRole("textbox", { name: "New tag" })).toHaveFocus();
    await userEvent.keyboard("daily{Enter}");
    await page.getByRole("checkbox", { name: "money" }).click();
    await page.getByRole("button", { name: "Save tags" }).click();
    await expect.element(page.getByText(/^Tags of "Bank" saved/)).toBeVisible();
    expect(asked(held)).toEqual([{ verb: "tag", input: { ids: [BANK.id], add: ["daily"], remove: ["money"] } }]);
  });

  it("is deleted after a question, and comes back with Undo", async () => {
    const { held } = await open();
    await fromMenu("Shop", "Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    expect(asked(held)).toEqual([]);
    await fromMenu("Shop", "Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect.element(item("Shop")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Undo" }).click();
    await toast('"Shop" was restored');
    await expect.element(item("Shop")).toBeVisible();
    expect(asked(held).map(({ verb }) => verb)).toEqual(["remove", "restore"]);
  });

  it("stays where it is when the server cannot be reached, and a toast says so", async () => {
    await open({ verbs: { remove: () => Promise.reject(new TypeError("Failed to fetch")) } });
    await fromMenu("Shop", "Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await toast(words.deleteFailed);
    await expect.element(item("Shop")).toBeVisible();
  });
});

describe("a copy", () => {
  beforeEach(() => void vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue());
  afterEach(() => {
    vi.restoreAllMocks();
    deviceSettings.show(DEFAULT_SETTINGS);
  });
  const copy = async () => {
    await item("Shop")
      .findElement()
      .then((opener) => opener.focus());
    await userEvent.keyboard("c");
  };

  it("of the password goes by C and says how long the person lets it stay (H4)", async () => {
    deviceSettings.show({ ...DEFAULT_SETTINGS, clipboardSeconds: 120 });
    const { held } = await open();
    await copy();
    await toast('Copied password of "Shop". Clears in 120 s.');
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith("Tulips2024");
    expect(held.asked).toEqual([{ verb: "markUsed", input: { id: SHOP.id } }]);
  });

  it("says nothing of clearing when it never is", async () => {
    deviceSettings.show({ ...DEFAULT_SETTINGS, clipboardSeconds: 0 });
    await open();
    await copy();
    await toast('Copied password of "Shop".');
  });

  it("that the browser refuses is said, and does not count as used", async () => {
    vi.mocked(navigator.clipboard.writeText).mockRejectedValue(new DOMException("no", "NotAllowedError"));
    const { held } = await open();
    await copy();
    await toast("Failed to copy password");
    expect(held.asked).toEqual([]);
  });

  it("that the browser refuses is said in the same words next to the item (V323)", async () => {
    vi.mocked(navigator.clipboard.writeText).mockRejectedValue(new DOMException("no", "NotAllowedError"));
    await open();
    await press("Shop", "Copy password for Shop");
    await toast("Failed to copy password");
  });
});

describe("a key that finds nothing", () => {
  it("says what the item has not (V-10)", async () => {
    const { held } = await open({ items: [aLogin("Shop", { holds: [] })] });
    await item("Shop")
      .findElement()
      .then((opener) => opener.focus());
    await userEvent.keyboard("t");
    await toast('"Shop" has no one-time code');
    expect(held.asked).toEqual([]);
  });
});

describe("a website", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("that the browser does not let be opened is said, and does not count as used (V324)", async () => {
    vi.spyOn(window, "open").mockImplementation(() => {
      throw new DOMException("no", "SecurityError");
    });
    const { held } = await open({ items: [aLogin("Shop", { fields: { website_url: "https://shop.example" } })] });
    await fromMenu("Shop", "Open website");
    await toast("Failed to launch website");
    expect(held.asked).toEqual([]);
  });
});

describe("a selection", () => {
  it("is made one by one, by a range, and of everything; the bar says how many", async () => {
    await open();
    await select("Bank");
    await expect.element(page.getByText("1 item selected")).toBeVisible();
    await item("Mail").click({ modifiers: ["Shift"] });
    await expect.element(page.getByText("3 items selected")).toBeVisible();
    await expect.element(page.getByRole("checkbox", { name: "Select Forge" })).toBeChecked();
    await page.getByRole("button", { name: "Select all 4" }).click();
    await expect.element(page.getByText("4 items selected")).toBeVisible();
    await page.getByRole("button", { name: "Clear selection" }).click();
    await expect.element(page.getByRole("region", { name: "Selected items" })).not.toBeInTheDocument();
  });

  it("is marked as favourites as long as one of it is not, and only then unmarked", async () => {
    const { held } = await open();
    await select("Bank");
    await select("Mail");
    await page.getByRole("button", { name: "Add to favorites", exact: true }).click();
    await expect.poll(() => asked(held)).toEqual([{ verb: "setFavourites", input: { ids: [BANK.id, MAIL.id], favourite: true } }]);
    await page.getByRole("button", { name: "Remove from favorites", exact: true }).click();
    await expect.poll(() => asked(held).at(-1)?.input).toEqual({ ids: [BANK.id, MAIL.id], favourite: false });
  });

  it("is moved as one, except for items that are there already", async () => {
    const { held } = await open();
    await select("Bank");
    await select("Mail");
    await page.getByRole("button", { name: "Move to vault" }).click();
    await page.getByRole("combobox", { name: "Vault" }).click();
    await page.getByRole("option", { name: "Home" }).click();
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await toast("2 items were moved to HomeUndo");
    expect(asked(held)).toEqual([{ verb: "place", input: { ids: [MAIL.id], categoryId: HOME.id } }]);
  });

  it("goes back with Undo to where each came from", async () => {
    const { held } = await open();
    for (const name of ["Bank", "Forge", "Mail"]) await select(name);
    await page.getByRole("button", { name: "Move to vault" }).click();
    await page.getByRole("combobox", { name: "Vault" }).click();
    await page.getByRole("option", { name: "Home" }).click();
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await toast("2 items were moved back");
    expect(asked(held).slice(1)).toEqual([
      { verb: "place", input: { ids: [FORGE.id], categoryId: WORK.id } },
      { verb: "place", input: { ids: [MAIL.id], categoryId: null } },
    ]);
  });

  it("is deleted as one after one question, and the bar goes with it", async () => {
    const { held } = await open();
    await select("Bank");
    await select("Mail");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect.element(page.getByRole("alertdialog")).toHaveTextContent("They stay in the trash for 30 days.");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete 2 items" }).click();
    await toast("2 items were deletedUndo");
    await expect.element(page.getByRole("region", { name: "Selected items" })).not.toBeInTheDocument();
    expect(asked(held)).toEqual([{ verb: "remove", input: { ids: [BANK.id, MAIL.id] } }]);
  });

  it("leaves alone what belongs to someone else", async () => {
    const shared = aLogin("Shared", { isOwner: false, permission: "read" });
    const { held } = await open({ items: [...ITEMS, shared] });
    await select("Shared");
    await expect.element(page.getByRole("button", { name: "Move to vault" })).toBeDisabled();
    await expect.element(page.getByRole("button", { name: "Delete", exact: true })).toBeDisabled();
    await select("Mail");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => asked(held)).toEqual([{ verb: "remove", input: { ids: [MAIL.id] } }]);
  });
});

describe("the keyboard", () => {
  it("keeps what has the focus below the bar at the top, and Home goes to the top of the page (V-6)", async () => {
    const bar = document.createElement("style");
    bar.textContent = "html { scroll-padding-top: 72px } [data-test-above] { height: 300px }";
    document.head.append(bar);
    const many = Array.from({ length: 200 }, (_, at) => aLogin(`Item ${String(at).padStart(3, "0")}`));
    await open({ items: many });
    const focus = async (name: string) => (await item(name).findElement()).focus({ preventScroll: true });
    await focus("Item 000");
    await userEvent.keyboard("{End}");
    await expect.element(item("Item 199")).toHaveFocus();
    for (let step = 0; step < 8; step++) {
      await userEvent.keyboard("{ArrowUp}");
      const top = () => document.activeElement?.closest("li")?.getBoundingClientRect().top ?? 0;
      await expect.poll(top).toBeGreaterThanOrEqual(72);
    }
    expect(window.scrollY).toBeGreaterThan(0);
    await userEvent.keyboard("{Home}");
    await expect.element(item("Item 000")).toHaveFocus();
    await expect.poll(() => window.scrollY).toBe(0);
    bar.remove();
  });

  it("moves through the list by arrows, Home and End, with one Tab stop", async () => {
    await open();
    await item("Bank")
      .findElement()
      .then((opener) => opener.focus());
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(item("Forge")).toHaveFocus();
    await userEvent.keyboard("{End}");
    await expect.element(item("Shop")).toHaveFocus();
    await userEvent.keyboard("{Home}");
    await expect.element(item("Bank")).toHaveFocus();
    await expect.element(item("Bank")).toHaveAttribute("tabindex", "0");
    await expect.element(item("Forge")).toHaveAttribute("tabindex", "-1");
  });

  it("selects with Space, as far as Shift and an arrow go, and nothing more with Escape", async () => {
    await open();
    await item("Bank")
      .findElement()
      .then((opener) => opener.focus());
    await userEvent.keyboard(" ");
    await expect.element(page.getByText("1 item selected")).toBeVisible();
    await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
    await expect.element(page.getByText("2 items selected")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByText("2 items selected")).not.toBeInTheDocument();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  it("marks and moves everything that is selected", async () => {
    const { held } = await open();
    await item("Bank")
      .findElement()
      .then((opener) => opener.focus());
    await userEvent.keyboard("{Control>}a{/Control}f");
    await expect.poll(() => asked(held)).toHaveLength(1);
    expect(asked(held)[0]).toEqual({
      verb: "setFavourites",
      input: { ids: [BANK, FORGE, MAIL, SHOP].map(({ id }) => id), favourite: true },
    });
    await userEvent.keyboard("m");
    await expect.element(page.getByRole("dialog", { name: "Move 4 items" })).toBeVisible();
  });
});

describe("a narrowed list", () => {
  const filter = page.getByRole("button", { name: "Filter", exact: true });
  const choice = (name: string | RegExp) => page.getByRole("menuitemcheckbox", { name });

  it("shows what a filter leaves, says it as a chip, and shows everything again without it", async () => {
    await open();
    await filter.click();
    await choice(/^Weak/).click();
    await userEvent.keyboard("{Escape}");
    expect(await shownNames()).toEqual(["Forge"]);
    await page.getByRole("button", { name: "Without the filter Weak" }).click();
    expect(await shownNames()).toEqual(["Bank", "Forge", "Mail", "Shop"]);
    await expect.element(page.getByRole("button", { name: "Without the filter Weak" })).not.toBeInTheDocument();
  });

  it("shows one vault, or the items in none, and all again from its menu or at once", async () => {
    await open();
    await filter.click();
    await choice(/^Unassigned/).click();
    await expect.poll(shownNames).toEqual(["Mail", "Shop"]);
    await filter.click();
    await choice(/^Favorites/).click();
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect.poll(shownNames).toEqual(["Bank", "Forge", "Mail", "Shop"]);
  });

  it("is sorted as chosen", async () => {
    await open({ items: [aLogin("Old", { updatedAt: 1_000 }), aLogin("New", { updatedAt: 2_000 })] });
    expect(await shownNames()).toEqual(["New", "Old"].toSorted());
    await page.getByRole("button", { name: "Sort by: Name" }).click();
    await page.getByRole("menuitemradio", { name: "Last updated" }).click();
    await expect.poll(shownNames).toEqual(["New", "Old"]);
    await page.getByRole("button", { name: "Sort by: Last updated" }).click();
    await page.getByRole("menuitemradio", { name: "Created" }).click();
    await expect.element(page.getByRole("button", { name: "Sort by: Created" })).toBeVisible();
  });

  it("marks what a search found, and says where that was when it is not in sight", async () => {
    const shop = aLogin("Corner shop", { fields: { username: "ann", website_url: "https://shop.example/müller/sign-in" } });
    await open({ items: [...ITEMS, shop] });
    const marks = () => [...document.querySelectorAll("mark")].map(({ textContent }) => textContent);
    await page.getByLabelText("Search").fill("forge.EXAMPLE");
    await expect.poll(marks).toEqual(["forge.example"]);
    expect(await shownNames()).toEqual(["Forge"]);
    expect(page.getByText(/^Found in/).elements()).toEqual([]);
    await page.getByLabelText("Search").fill("shop.exa");
    await expect.poll(marks).toEqual(["shop.exa"]);
    await page.getByLabelText("Search").fill("muller");
    await expect.element(page.getByText("Found in website URL")).toBeVisible();
    expect(marks()).toEqual([]);
  });

  it("says that nothing was found, and leads on: all items again, or a search of everything", async () => {
    const { palette } = await open();
    await page.getByLabelText("Search").fill("zzzz");
    await expect.element(page.getByText('No item matches "zzzz".')).toBeVisible();
    await page.getByRole("button", { name: "Search everything" }).click();
    expect(palette).toEqual(["zzzz"]);
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect.element(item("Bank")).toBeVisible();
  });
});

describe("a page", () => {
  it("without an item says so, and offers to add one and to import", async () => {
    await open({ items: [] });
    await expect.element(page.getByText(words.empty)).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Import File" })).toHaveAttribute("href", "/import");
    await page.getByRole("button", { name: words.create }).first().click();
    await expect.element(page.getByRole("dialog", { name: words.create })).toBeVisible();
  });

  it("that cannot be loaded says why, and tries again", async () => {
    let isReachable = false;
    const load = async () => {
      if (!isReachable) throw new TypeError("Failed to fetch");
      return { items: ITEMS, vaults: [] };
    };
    await open({ verbs: { contents: () => null, local: load, pull: load } });
    await expect.element(page.getByText(`Error loading passwords: ${words.fetchFailed}`)).toBeVisible();
    isReachable = true;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(item("Bank")).toBeVisible();
  });
});

describe("under a finger", () => {
  const press = async (name: string, milliseconds: number) => {
    const opener = await item(name).findElement();
    const finger = { bubbles: true, pointerType: "touch", clientX: 100, clientY: 100 };
    opener.dispatchEvent(new PointerEvent("pointerdown", finger));
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    opener.dispatchEvent(new PointerEvent("pointerup", finger));
    (opener as HTMLElement).click();
  };

  it("an item opens by a short press; a long one selects it, and from then on a short one selects and opens nothing", async () => {
    await open();
    await press("Mail", 20);
    await expect.element(page.getByRole("dialog", { name: "Mail" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await press("Bank", 700);
    await expect.element(page.getByRole("region", { name: "Selected items" })).toBeVisible();
    await expect.element(page.getByRole("checkbox", { name: "Select Bank" })).toBeChecked();
    await press("Mail", 20);
    await expect.element(page.getByRole("checkbox", { name: "Select Mail" })).toBeChecked();
    await press("Bank", 20);
    await press("Mail", 20);
    await expect.element(page.getByRole("region", { name: "Selected items" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
});

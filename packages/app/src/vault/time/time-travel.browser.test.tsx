/** The vault as of a moment: which moment, what differs in words, what is chosen of it, taken back and undone; and what is said where something cannot be shown. */
import type { Difference, VaultAsOf } from "@coffer/client";
import { ClientError } from "@coffer/client";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem, aVault } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { TimeTravel } from "./TimeTravel.tsx";

const HOME = aVault("Home");
const login = (title: string, fields = {}) => anItem(title, { fields: { title, username: "ann", password: "Tulips2024", ...fields } });
const BANK = login("Bank", { password: "Daisies2025" });
const SHOP = login("Shop");
const ADDED = login("Added");
const SAME = login("Same");

const CHANGED: Difference = {
  what: "changed",
  now: BANK,
  was: { fields: { ...BANK.fields, password: "Tulips2024" }, categoryId: HOME.id, favourite: false },
  fields: ["password"],
  isMoved: true,
  isMarked: false,
};
const GONE: Difference = {
  what: "gone",
  now: SHOP,
  was: { fields: SHOP.fields, categoryId: null, favourite: false },
  fields: [],
  isMoved: false,
  isMarked: false,
};
const NEW: Difference = { what: "added", now: ADDED, was: null, fields: [], isMoved: false, isMarked: false };
const ALL: Partial<VaultAsOf> = { differences: [CHANGED, NEW, GONE], same: [SAME.id] };

interface Given extends Partial<VaultAsOf> {
  readonly staying?: readonly string[];
  readonly failure?: Error | null;
  readonly again?: () => Promise<readonly string[]>;
  /** The first attempt. */
  readonly first?: () => Promise<never>;
}

function Closing({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return isOpen && <TimeTravel onClose={close} />;
}

async function open({ staying = [], failure = null, again = async () => [], first, ...seen }: Given = ALL) {
  const asked: number[] = [];
  const taken: string[][] = [];
  const onClose = vi.fn();
  const undone = vi.fn(again);
  let tries = 0;
  await renderVault(<Closing onClose={onClose} />, {
    items: [BANK, ADDED, SAME],
    vaults: [HOME],
    verbs: {
      asOf: async ({ at }) => {
        asked.push(at);
        return { at, differences: [], same: [], notShown: [], ...seen };
      },
      takeBack: async ({ chosen }) => {
        if (tries++ === 0) await first?.();
        taken.push(chosen.map(({ now }) => now.id));
        return { undo: [], staying, failure };
      },
      takeBackAgain: undone,
    },
  });
  const sheet = page.getByRole("dialog", { name: "Go back in time" });
  const press = (name: string | RegExp) => sheet.getByRole("button", { name, exact: true }).click();
  return { sheet, press, asked, taken, onClose, undone };
}

describe("the moment", () => {
  it("is one press for a usual one, which the day and the time say", async () => {
    const { sheet, press, asked } = await open();
    expect(asked).toEqual([]);
    await press("A week ago");
    await expect.element(sheet.getByText(/^As of /)).toBeVisible();
    expect(Math.abs((asked[0] ?? 0) - (Date.now() - 7 * 86_400_000))).toBeLessThan(60_000);
    const day = new Date(asked[0] ?? 0).getDate();
    await expect.element(sheet.getByLabelText("Day")).toHaveValue(expect.stringMatching(new RegExp(`-${String(day).padStart(2, "0")}$`)));
  });

  it("is any day and time of the last year; others are refused with a sentence", async () => {
    const { sheet, press, asked } = await open();
    const day = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
    await sheet.getByLabelText("Day").fill(day);
    await sheet.getByLabelText("Time").fill("09:30");
    await userEvent.keyboard("{Enter}");
    await expect.element(sheet.getByText(/^As of .* 9:30 AM$/)).toBeVisible();
    expect(asked).toEqual([new Date(`${day}T09:30`).getTime()]);
    for (const wrong of ["2020-01-01", `${new Date().getFullYear() + 1}-06-01`, ""]) {
      await sheet.getByLabelText("Day").fill(wrong);
      await press("Show");
      await expect.element(sheet.getByRole("alert")).toHaveTextContent("Choose a moment of the last year that has passed.");
    }
    expect(asked).toHaveLength(1);
  });
});

describe("what differs", () => {
  it("is said in groups and in words, without secrets; the values are one press away", async () => {
    const { sheet, press } = await open();
    await press("Yesterday");
    const group = (name: string) => sheet.getByRole("region", { name });
    await expect
      .element(group("Changed since"))
      .toHaveTextContent(/Changed since \(1\).*BankChanged: Password\. It was in Home, now in Unassigned\./);
    await expect.element(group("Added since")).toHaveTextContent(/they go to the trash\.Addedann$/);
    await expect.element(group("In the trash since")).toHaveTextContent(/ShopIt was in Unassigned\./);
    await expect.element(sheet.getByText("what was deleted for good since then", { exact: false })).toBeVisible();
    expect(document.body.textContent).not.toMatch(/Tulips2024|Daisies2025/);
    await press(/^Bank\s*Changed/);
    await sheet
      .getByRole("button", { name: /^Reveal password of .* for Bank$/ })
      .first()
      .click();
    await expect.element(sheet.getByText("Tulips2024")).toBeVisible();
  });

  it("is nothing where no item was otherwise; the others can be listed", async () => {
    const { sheet, press } = await open({ same: [SAME.id, BANK.id] });
    await press("Yesterday");
    await expect.element(sheet.getByText("No item was otherwise than it is now.")).toBeVisible();
    await press("Show 2 items that were as now");
    await expect.element(sheet.getByRole("list", { name: "As now" })).toHaveTextContent(/^BankSame$|^SameBank$/);
    await expect.element(sheet.getByRole("button", { name: /^Take back/ })).not.toBeInTheDocument();
  });

  it("names what cannot be shown, and why", async () => {
    const { sheet, press } = await open({
      notShown: [
        { item: BANK, why: "missing" },
        { item: SHOP, why: "tampered" },
        { item: ADDED, why: "tampered" },
      ],
    });
    await press("Yesterday");
    await expect
      .element(sheet.getByText('1 item cannot be shown as it was: "Bank". The server does not have', { exact: false }))
      .toBeVisible();
    await expect
      .element(sheet.getByText('2 items cannot be shown as they were: "Shop", "Added". What the server gave', { exact: false }))
      .toBeVisible();
  });
});

describe("taking back", () => {
  it("takes all, says so, closes, and offers one Undo", async () => {
    const { press, taken, onClose, undone } = await open();
    await press("Yesterday");
    await press("Take back all 3");
    await expect.element(page.getByText(/^3 items are as of /)).toBeVisible();
    expect(taken).toEqual([[BANK.id, ADDED.id, SHOP.id]]);
    expect(onClose).toHaveBeenCalledOnce();
    await page.getByRole("button", { name: "Undo" }).click();
    await seeToast("3 items are as before");
    expect(undone).toHaveBeenCalledOnce();
  });

  it("takes what is chosen, by keys too, a group or a row", async () => {
    const { sheet, press, taken } = await open();
    await press("Yesterday");
    await sheet.getByRole("checkbox", { name: 'Choose all of "Changed since"' }).click();
    const shop = sheet.getByRole("checkbox", { name: "Choose Shop" });
    (shop.element() as HTMLElement).focus();
    await userEvent.keyboard(" ");
    await press("Take back 2");
    await expect.element(page.getByText(/^2 items are as of /)).toBeVisible();
    expect(taken).toEqual([[BANK.id, SHOP.id]]);
  });

  it("says what was changed meanwhile, and shows what differs by now", async () => {
    const some = await open({ ...ALL, staying: [BANK.id] });
    await some.press("Yesterday");
    await some.press("Take back all 3");
    await seeToast('"Bank" was changed meanwhile, so not taken back');
    await expect.element(page.getByText(/^2 items are as of /)).toBeVisible();
    const { press, asked, onClose } = await open({ differences: [CHANGED], staying: [BANK.id] });
    await press("Yesterday");
    await press("Take back all 1");
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(onClose).not.toHaveBeenCalled();
  });

  it("that failed keeps what was chosen: the same press takes those again, never all", async () => {
    const offline = vi.fn(async (): Promise<never> => {
      throw new ClientError("The server does not answer.");
    });
    const { sheet, press, taken } = await open({ ...ALL, first: offline });
    await press("Yesterday");
    await sheet.getByRole("checkbox", { name: "Choose Shop" }).click();
    await press("Take back 1");
    await seeToast("The server does not answer.");
    await press("Take back 1");
    await expect.element(page.getByText(/^"Shop" is as of /)).toBeVisible();
    expect(taken).toEqual([[SHOP.id]]);
  });

  it("takes nothing, least of all everything, once the last choice is taken away", async () => {
    const { sheet, press } = await open();
    await press("Yesterday");
    const shop = sheet.getByRole("checkbox", { name: "Choose Shop" });
    await shop.click();
    await shop.click();
    await expect.element(sheet.getByRole("button", { name: "Take back 0" })).toBeDisabled();
    await press("A week ago");
    await expect.element(sheet.getByRole("button", { name: "Take back all 3" })).toBeEnabled();
  });

  it("says where the Undo fails, and what it leaves", async () => {
    const fails = async (): Promise<never> => {
      throw new ClientError("The vault is locked.");
    };
    const { press } = await open({ ...ALL, again: fails });
    await press("Yesterday");
    await press("Take back all 3");
    await page.getByRole("button", { name: "Undo" }).click();
    await seeToast("The vault is locked.");
  });
});

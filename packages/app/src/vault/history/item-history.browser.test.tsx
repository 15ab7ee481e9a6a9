/** The earlier versions of an item: a line of time with its gaps, two versions next to each other, and what is given back. */
import type { Draft, ItemVersion, ItemVersions } from "@coffer/client";
import type { FieldValues, Item } from "@coffer/core/items/item";
import { writePasskeys } from "@coffer/core/items/passkeys";
import { writeAddresses, writeCustomFields, writeTags } from "@coffer/core/items/structured-fields";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { KindPage } from "../pages/KindPage.tsx";

const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 0, 15, 12);
const FIELDS = { title: "Shop", username: "ann", password: "Tulips2024" };

const aVersion = (revision: number, fields: FieldValues, more: Partial<ItemVersion> = {}): ItemVersion => ({
  ...{ revision, saveId: `save-${revision}`, fields: { ...FIELDS, ...fields }, state: "intact" },
  ...{ replacedAt: FIRST + revision * DAY, updatedAt: FIRST + (revision - 1) * DAY, device: "laptop" },
  ...more,
});

/** As a person who has saved it four times; the second changed the password, the third the note. */
const ALL = [
  aVersion(4, { password: "Daisies2025", notes: "by the door", username: "ann@shop.example" }, { replacedAt: null, device: "phone" }),
  aVersion(3, { password: "Daisies2025", notes: "by the door" }),
  aVersion(2, { password: "Daisies2025" }),
  aVersion(1, {}),
];

interface Given {
  readonly versions?: readonly ItemVersion[];
  readonly older?: number;
  readonly resealing?: readonly number[];
  readonly more?: Partial<Item>;
  /** Saved meanwhile on another device: the client learns of it with its versions. */
  readonly later?: ItemVersion;
  readonly update?: (edit: { base: Item; draft: Draft }) => Promise<never>;
}

async function open({ versions = ALL, older = 0, resealing = [], more = {}, later, update }: Given = {}) {
  let all = versions;
  const shown = (): Item => anItem("Shop", { ...more, id, fields: all[0]?.fields ?? {}, revision: all[0]?.revision ?? 1 });
  const id = crypto.randomUUID();
  const asked: (number | undefined)[] = [];
  const saved: FieldValues[] = [];
  const contents = () => ({ items: [shown()], vaults: [] });
  await renderVault(<KindPage kind="password" />, {
    items: [shown()],
    at: "/passwords",
    verbs: {
      contents,
      pull: async () => contents(),
      open: async () => shown(),
      versions: async ({ skip }): Promise<ItemVersions> => {
        asked.push(skip);
        if (later && all[0] !== later) all = [later, ...all];
        const [now, ...earlier] = all as [ItemVersion, ...ItemVersion[]];
        const page = skip ? { earlier: [aVersion(1, {})], asked: skip + 1, older: 0 } : { earlier, asked: earlier.length, older };
        return { now, resealing: skip ? [] : resealing, ...page };
      },
      update: async (edit) => {
        if (update) return update(edit);
        saved.push(edit.draft.fields);
        const [now] = all as [ItemVersion];
        const revision = now.revision + 1;
        all = [aVersion(revision, edit.draft.fields, { replacedAt: null }), { ...now, replacedAt: Date.now() }, ...all.slice(1)];
        return { item: shown(), keptAs: null };
      },
    },
  });
  const sheet = page.getByRole("dialog", { name: "Versions of Shop" });
  return { sheet, asked, saved };
}

/** By its key, from the list. */
async function openByKey(given: Given = {}) {
  const opened = await open(given);
  await page.getByRole("button", { name: "Shop", exact: true }).click();
  await expect.element(page.getByRole("dialog", { name: "Shop", exact: true })).toBeVisible();
  await userEvent.keyboard("h");
  await expect.element(opened.sheet.getByRole("list", { name: "Versions, the newest first" })).toBeVisible();
  return opened;
}
const entry = (of: Awaited<ReturnType<typeof open>>["sheet"], number: number) =>
  of.getByRole("button", { name: new RegExp(`Version ${number}\\b`) });

describe("the timeline", () => {
  it("is reached from the menu of an item in a list, from its detail and by a key, and leads back to the detail", async () => {
    const { sheet, asked } = await open();
    await page.getByRole("button", { name: "Shop", exact: true }).hover();
    expect(asked).toEqual([]);
    await page.getByRole("button", { name: "More actions for Shop" }).click();
    await page.getByRole("menuitem", { name: "Earlier versions" }).click();
    await expect.element(entry(sheet, 4)).toBeVisible();
    await userEvent.keyboard("{Escape}");
    const detail = page.getByRole("dialog", { name: "Shop", exact: true });
    await detail.getByRole("button", { name: "Earlier versions" }).click();
    await expect.element(entry(sheet, 4)).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await detail.getByRole("button", { name: "More actions for Shop" }).click();
    await page.getByRole("menuitem", { name: "Earlier versions" }).click();
    await expect.element(entry(sheet, 4)).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(detail).toBeVisible();
    await userEvent.keyboard("h");
    await expect.element(entry(sheet, 4)).toBeVisible();
  });

  it("says when, on which device and what of each save, and no secret", async () => {
    const { sheet } = await openByKey();
    await expect.element(entry(sheet, 4)).toHaveTextContent(/^NowVersion 4Saved on phoneChanged: Username \/ Email$/);
    await expect.element(entry(sheet, 3)).toHaveTextContent(/^Jan 17, 2026, .*Version 3Saved on laptopChanged: Notes$/);
    await expect.element(entry(sheet, 2)).toHaveTextContent(/Changed: Password$/);
    await expect.element(entry(sheet, 1)).toHaveTextContent(/Created$/);
    expect(document.body.textContent).not.toMatch(/Tulips|Daisies/);
  });

  it("names the person where several may save the item", async () => {
    const author = { id: crypto.randomUUID(), email: "bob@example.com" };
    const { sheet } = await openByKey({ versions: [aVersion(1, {}, { author, replacedAt: null })] });
    await expect.element(entry(sheet, 1)).toHaveTextContent("Saved by bob@example.com on laptop");
    await expect.element(sheet.getByText(/^It has not been changed since it was created/)).toBeVisible();
  });

  it("shows what the server has left out, what does not open, and why the first ones are gone", async () => {
    const broken = aVersion(3, {}, { state: "tampered" });
    const { sheet } = await openByKey({
      versions: [ALL[0] as ItemVersion, broken, aVersion(7, {}), aVersion(5, {})].toSorted((a, b) => b.revision - a.revision),
    });
    await expect.element(sheet.getByText("Version 6: not given by the server.")).toBeVisible();
    await expect.element(sheet.getByText("Does not open: the server gave something else, or it is damaged.")).toBeVisible();
    await expect.element(entry(sheet, 3)).not.toBeInTheDocument();
    await expect
      .element(sheet.getByText(/^Versions 1 to 2 are not here\. Versions are kept for a year, .* deleted by moving or sharing an item\./))
      .toBeVisible();
  });

  it("tells a person with whom an item is shared since when there are versions", async () => {
    const { sheet } = await openByKey({ versions: [aVersion(4, {}, { replacedAt: null })], more: { isOwner: false, permission: "read" } });
    await expect.element(sheet.getByText(/^Versions 1 to 3 are not here\. .* you get the versions since you have it\.$/)).toBeVisible();
  });

  it("says how many are still under a key of before, and names none of them as kept back", async () => {
    const { sheet } = await openByKey({ resealing: [1, 2, 3] });
    await expect
      .element(
        sheet.getByText("3 earlier versions are still to be encrypted with the new key. That goes on by itself while your vault is open."),
      )
      .toBeVisible();
    await expect.element(entry(sheet, 1)).toBeVisible();
  });

  it("tells a reader of them that the owner's device has to do it", async () => {
    const [now] = ALL as [ItemVersion];
    const { sheet } = await openByKey({
      versions: [now, aVersion(1, {})],
      resealing: [2, 3],
      more: { isOwner: false, permission: "read" },
    });
    await expect.element(sheet.getByText("Versions 2 to 3: not encrypted with the new key yet.")).toBeVisible();
    await expect.element(sheet.getByText(/^2 earlier versions are still .* The device of the owner does it/)).toBeVisible();
    await expect.element(sheet.getByText(/not given by the server/)).not.toBeInTheDocument();
  });

  it("misses no revision that was used up by new keys", async () => {
    const { sheet } = await openByKey({
      versions: [aVersion(5, { notes: "new" }, { again: 2, replacedAt: null }), aVersion(2, {}, { again: 1 })],
    });
    await expect.element(entry(sheet, 5)).toHaveTextContent(/Changed: Notes$/);
    await expect.element(entry(sheet, 2)).toHaveTextContent(/Created$/);
    await expect.element(sheet.getByText(/not given|are not here|is not here/)).not.toBeInTheDocument();
  });

  it("shows the item as it was saved meanwhile too, where it learns of that", async () => {
    const { sheet } = await openByKey({ later: aVersion(5, { username: "ann@new.example" }, { replacedAt: null }) });
    await expect.element(entry(sheet, 5)).toBeVisible();
    await expect.element(page.getByText("ann@new.example").first()).toBeInTheDocument();
  });

  it("asks for older ones when they are wanted", async () => {
    const { sheet, asked } = await openByKey({ versions: ALL.slice(0, 3), older: 1 });
    await expect.element(entry(sheet, 1)).not.toBeInTheDocument();
    await expect.element(sheet.getByText(/are not here/)).not.toBeInTheDocument();
    await sheet.getByRole("button", { name: "Show older versions (1)" }).click();
    await expect.element(entry(sheet, 1)).toBeVisible();
    await expect.element(entry(sheet, 2)).toHaveTextContent(/Changed: Password$/);
    expect(asked).toEqual([0, 2]);
  });
});

it("the line of time is there again, and stays, where a field of an older page was given back", async () => {
  const { sheet } = await openByKey({ versions: ALL.slice(0, 3), older: 1 });
  const older = sheet.getByRole("button", { name: "Show older versions (1)" });
  await older.click();
  await entry(sheet, 1).click();
  await sheet.getByRole("button", { name: /^Restore password/i }).click();
  await expect.element(entry(sheet, 5)).toBeVisible();
  await older.click();
  await expect.element(entry(sheet, 1)).toBeVisible();
  await expect.element(sheet.getByRole("heading", { name: "Compare versions" })).not.toBeInTheDocument();
});

describe("two versions next to each other", () => {
  it("are the chosen one and now; what differs has both values, secrets hidden until each is revealed", async () => {
    const { sheet } = await openByKey();
    await entry(sheet, 1).click();
    await expect.element(sheet.getByRole("heading", { name: "Compare versions" })).toHaveFocus();
    await expect.element(sheet.getByRole("heading", { name: "Password" })).toBeVisible();
    await expect.element(sheet.getByText("by the door")).toBeVisible();
    expect(document.body.textContent).not.toMatch(/Tulips|Daisies/);
    await sheet.getByRole("button", { name: /^Reveal password of Jan 15, 2026, .* for Shop$/ }).click();
    await expect.element(sheet).toHaveTextContent("Tulips2024");
    expect(document.body.textContent).not.toContain("Daisies");
    await expect.element(sheet.getByRole("button", { name: /^Copy password of Now for Shop$/ })).toBeVisible();
    // The title is the same in both.
    await sheet.getByRole("button", { name: "Show 1 field that is the same" }).click();
    await expect.element(sheet.getByText("Title")).toBeVisible();
  });

  it("can be any two", async () => {
    const { sheet } = await openByKey();
    await entry(sheet, 2).click();
    await page.getByRole("combobox", { name: "Compared with" }).click();
    await page.getByRole("option", { name: /\(version 3\)$/ }).click();
    await expect.element(sheet.getByRole("heading", { name: "Notes" })).toBeVisible();
    await expect.element(sheet.getByRole("heading", { name: "Username / Email" })).not.toBeInTheDocument();
  });

  it("lead back to the line of time, with the focus where it was", async () => {
    const { sheet } = await openByKey();
    await entry(sheet, 2).click();
    await userEvent.keyboard("{Escape}");
    await expect.element(entry(sheet, 2)).toHaveFocus();
    await entry(sheet, 2).click();
    await sheet.getByRole("button", { name: "All versions" }).click();
    await expect.element(entry(sheet, 2)).toHaveFocus();
  });

  it("read as the lists they are, hidden where an entry is", async () => {
    const lists = {
      tags: writeTags(["home", "money"]),
      more_urls: writeAddresses([{ url: "https://two.example", match: "domain" }]),
      custom_fields: writeCustomFields([{ label: "Answer", type: "hidden", value: "plum", section: "" }]),
      x_passkeys: writePasskeys([
        {
          id: "AQ",
          rpId: "shop.example",
          rpName: "",
          user: "AQ",
          name: "ann",
          displayName: "",
          alg: -7,
          prf: false,
          at: FIRST,
          state: "kept",
          since: 0,
        },
      ]),
    };
    const { sheet, saved } = await openByKey({ versions: [aVersion(2, {}, { replacedAt: null }), aVersion(1, lists)] });
    await entry(sheet, 1).click();
    for (const text of ["home\nmoney", "https://two.example", "shop.example, ann"])
      await expect.element(sheet.getByText(text)).toBeVisible();
    expect(document.body.textContent).not.toContain("plum");
    await expect.element(sheet.getByRole("button", { name: /^Restore passkeys/ })).not.toBeInTheDocument();
    await sheet.getByRole("button", { name: "Restore all 3 fields" }).click();
    await expect.element(page.getByText(/^Restored 3 fields of /)).toBeVisible();
    expect(saved[0]).toMatchObject({ tags: lists.tags, more_urls: lists.more_urls, custom_fields: lists.custom_fields });
    expect(saved[0]?.x_passkeys).toBeUndefined();
  });
});

it("of which a list is the same shows all of it", async () => {
  const custom_fields = writeCustomFields([{ label: "Branch", type: "text", value: "by the mill", section: "" }]);
  const { sheet } = await openByKey({
    versions: [aVersion(2, { custom_fields, notes: "x" }, { replacedAt: null }), aVersion(1, { custom_fields })],
  });
  await entry(sheet, 1).click();
  await sheet.getByRole("button", { name: "Show 4 fields that are the same" }).click();
  await expect.element(sheet.getByText("Branch: by the mill")).toBeVisible();
});

describe("what is given back", () => {
  it("is one field of what the item is now, as a save that is taken back by a press", async () => {
    const { sheet, saved } = await openByKey();
    await entry(sheet, 1).click();
    await sheet.getByRole("button", { name: /^Restore password of Jan 15, 2026/ }).click();
    await expect.element(page.getByText(/^Restored password of Jan 15, 2026/)).toBeVisible();
    expect(saved[0]).toEqual({ ...ALL[0]?.fields, password: "Tulips2024" });
    // The item has it now, so it differs no more.
    await expect.element(sheet.getByRole("heading", { name: "Password" })).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await seeToast('"Shop" is as it was');
    expect(saved[1]?.password).toBe("Daisies2025");
  });

  it("is all that differs, and what was empty then is empty again", async () => {
    const { sheet, saved } = await openByKey();
    await entry(sheet, 1).click();
    await sheet.getByRole("button", { name: "Restore all 3 fields" }).click();
    await expect.element(page.getByText(/^Restored 3 fields of Jan 15, 2026/)).toBeVisible();
    expect(saved[0]).toEqual({ ...FIELDS, notes: "" });
    await expect.element(sheet.getByText("These two versions do not differ in any field.")).toBeVisible();
  });

  it("is nothing for a person who may only read, and nothing of what the item is now", async () => {
    const { sheet } = await openByKey({ more: { isOwner: false, permission: "read" } });
    await entry(sheet, 1).click();
    await expect.element(sheet.getByRole("heading", { name: "Password" })).toBeVisible();
    await expect.element(sheet.getByRole("button", { name: /^Restore/ })).not.toBeInTheDocument();
  });

  it("is nothing while a change of the item waits on this device", async () => {
    const { sheet } = await openByKey({ more: { waits: true } });
    await entry(sheet, 1).click();
    await expect.element(sheet.getByText(/^A change of this item waits on this device/)).toBeVisible();
    await expect.element(sheet.getByRole("button", { name: /^Restore/ })).not.toBeInTheDocument();
  });

  it("says what failed, and can be tried again", async () => {
    const { sheet } = await openByKey({ update: () => Promise.reject(new TypeError("Failed to fetch")) });
    await entry(sheet, 1).click();
    await sheet.getByRole("button", { name: /^Restore password/ }).click();
    await seeToast("Could not restore password");
    await expect.element(sheet.getByRole("button", { name: /^Restore password/ })).toBeEnabled();
  });
});

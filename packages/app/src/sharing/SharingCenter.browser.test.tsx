/** What a person meets in the Sharing Center: both lists, what can be changed in them, and the words of the specification. */
import type { Client, FoundPerson, Session, ShareRow } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import { writePasskeys } from "@coffer/core/items/passkeys";
import { shortDate } from "@coffer/core/text";
import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import type { PartOf } from "../testing/fake-client.ts";
import { anItem, aVault } from "../testing/sample-items.ts";
import { aShare } from "../testing/sample-shares.ts";
import { renderVault } from "../testing/vault-world.tsx";
import { SharingCenterPage } from "./SharingCenterPage.tsx";

const DAY_MS = 86_400_000;
const BANK = anItem("Bank");
const MAIL = anItem("Mail");
const SHOP = anItem("Shop", { isOwner: false, permission: "read", sharedBy: "bob@example.com" });
const HOME = aVault("Home", { isOwner: false, permission: "write", sharedBy: "bob@example.com" });
const OWN_INSIDE = anItem("Router", { categoryId: HOME.id });
const INSIDE = anItem("Telly", { categoryId: HOME.id, isOwner: false, permission: "write", sharedBy: "bob@example.com" });

const aRow = (name: string | null, more: Partial<ShareRow> = {}): ShareRow => aShare(name, { itemId: BANK.id, ...more });

const GONE = aRow(null, { expiresAt: Date.now() - DAY_MS, isExpired: true });

afterEach(() => page.viewport(1280, 800));

interface More {
  readonly team?: PartOf<Client["team"]>;
  readonly session?: Session;
  readonly versions?: Client["vault"]["versions"];
}

/** @param verbs - of the sharing feature. */
const draw = (verbs: PartOf<Client["sharing"]>, at = "/sharing-center", items = [BANK, SHOP, INSIDE], more: More = {}) =>
  renderVault(<SharingCenterPage />, {
    ...(more.session && { session: more.session }),
    ...(more.versions && { verbs: { versions: more.versions } }),
    items,
    vaults: [HOME],
    at,
    features: {
      ...(more.team && { team: more.team }),
      sharing: { sharedByMe: async () => [], sharedWithMe: async () => [], knownEmails: async () => [], ...verbs },
    },
  });
const WITH_ME = "/sharing-center?tab=with-me";
const headers = () =>
  page
    .getByRole("columnheader")
    .elements()
    .map(({ textContent }) => textContent);
const button = (name: string | RegExp) => page.getByRole("button", { name });
const agree = (label: string) => page.getByRole("alertdialog").getByRole("button", { name: label, exact: true }).click();

describe("what the user shares", () => {
  it.each([
    ["an item", aRow("Bank"), BANK, "Bank"],
    ["a vault", aRow("Home", { kind: "category", itemId: HOME.id }), OWN_INSIDE, "Router"],
  ])(
    "names what a person can open and may have kept, before access to %s is taken back, and lists it until it was changed",
    async (_, row, item, title) => {
      const asked: string[] = [];
      const shares = [row];
      const { held } = await draw(
        { sharedByMe: async () => shares.filter(({ id }) => !asked.includes(id)), revoke: async ({ id }) => void asked.push(id) },
        undefined,
        [BANK, INSIDE, OWN_INSIDE],
      );
      await button(`Revoke access of bob@example.com to ${row.name}`).click();
      const question = page.getByRole("alertdialog");
      await expect.element(question.getByText("bob@example.com can open now:")).toBeVisible();
      await expect.element(question.getByRole("listitem")).toHaveTextContent(row.name ?? "");
      await expect.element(question.getByText("It closes immediately and gets new keys.")).toBeVisible();
      await expect.element(question.getByText(`they may have kept 1 password: ${title}.`, { exact: false })).toBeVisible();
      await agree("Revoke access");
      await expect.element(page.getByText("Access revoked successfully")).toBeVisible();
      expect(asked).toEqual([row.id]);
      const note = page.getByRole("region", { name: "Change what bob@example.com knew" });
      await expect.element(note.getByRole("link", { name: title })).toHaveAttribute("href", `/passwords?item=${item.id}`);
      held.items = held.items.map((one) => ({ ...one, updatedAt: Date.now() + DAY_MS }));
      await page.getByRole("tab", { name: "Shared with Me" }).click();
      await page.getByRole("tab", { name: "Shared by Me" }).click();
      await expect.element(page.getByText("No items shared")).toBeVisible();
      await expect.element(note).not.toBeInTheDocument();
    },
  );

  const OWN_SCOPE = { revision: 3, scopeId: crypto.randomUUID() };
  const ATTIC = aVault("Attic", { scopeId: crypto.randomUUID() });
  const IN_ATTIC = { revision: 2, scopeId: ATTIC.scopeId, categoryId: ATTIC.id };
  const attic = () => aRow("Attic", { kind: "category", itemId: ATTIC.id });

  it.each([
    ["of an item", [aRow("Bank")], { asked: 1, older: 0 }, 'of "Bank". Only what it holds'],
    ["of an item that no one has changed since it was shared", [aRow("Bank")], { asked: 0, older: 0 }, null],
    ["of an item that someone else has too", [aRow("Bank"), aRow("Bank", { person: "eve@example.com" })], { asked: 1, older: 0 }, null],
    ["of a vault", [attic()], { asked: 1, older: 0 }, "that 2 items may have. Only what they hold"],
  ])("says before the end %s whether earlier versions go with it", async (_, rows, { asked, older }, said) => {
    const of = { sharedByMe: async () => rows };
    const items = [
      { ...BANK, ...OWN_SCOPE },
      anItem("Old", IN_ATTIC),
      anItem("New", { ...IN_ATTIC, revision: 1 }),
      anItem("Chest", IN_ATTIC),
    ];
    // Yes or no is asked for without a version.
    const versions = async ({ most = 50 }: { readonly most?: number }) =>
      (most === 0 ? { asked: 0, older: asked + older } : { asked: 0, older: 0 }) as never;
    await draw(of, undefined, items, { versions });
    await button(`Revoke access of bob@example.com to ${rows[0]?.name}`).click();
    const question = page.getByRole("alertdialog");
    await expect.element(question.getByText("It closes immediately and gets new keys.")).toBeVisible();
    const going = question.getByText(/deletes the earlier versions/);
    if (said) await expect.element(going).toHaveTextContent(`Ending the last share deletes the earlier versions ${said} now is kept.`);
    else await expect.element(going).not.toBeInTheDocument();
  });

  it("says so before the end also where the server does not answer in time", async () => {
    const versions = () => new Promise<never>(() => undefined);
    await draw({ sharedByMe: async () => [aRow("Bank")] }, undefined, [{ ...BANK, ...OWN_SCOPE }], { versions });
    await button("Revoke access of bob@example.com to Bank").click();
    await expect.element(page.getByRole("alertdialog").getByText(/deletes the earlier versions/)).toBeVisible();
  });

  it("lists no password that is not the user's own, and goes by a press", async () => {
    await draw({
      sharedByMe: async () => [aRow("Home", { kind: "category", itemId: HOME.id }), aRow("Bank")],
      revoke: async () => undefined,
    });
    const note = page.getByRole("region", { name: "Change what bob@example.com knew" });
    await button("Revoke access of bob@example.com to Home").click();
    await agree("Revoke access");
    await expect.element(page.getByText("Access revoked successfully")).toBeVisible();
    expect(note.elements()).toEqual([]);
    await button("Revoke access of bob@example.com to Bank").click();
    await agree("Revoke access");
    await expect.element(note.getByRole("link")).toHaveTextContent("Bank");
    await button("Close what bob@example.com knew").click();
    await expect.element(note).not.toBeInTheDocument();
  });

  it("fits the narrowest phone", async () => {
    // Less the margins of the page on both sides.
    await page.viewport(320 - 2 * 16, 640);
    await draw({ sharedByMe: async () => [aRow("Bank"), aRow("Mail", { expiresAt: Date.now() + 3 * DAY_MS })] });
    await expect.element(button("Edit Bank")).toBeVisible();
    const right = Math.max(...[...document.querySelectorAll("main, li, li *")].map((one) => one.getBoundingClientRect().right));
    expect(right).toBeLessThanOrEqual(window.innerWidth);
  });

  it("begins empty, and says so", async () => {
    await draw({});
    await expect.element(page.getByRole("tab", { name: "Shared by Me" })).toHaveAttribute("aria-selected", "true");
    await expect.element(page.getByText("No items shared")).toBeVisible();
    await expect.element(page.getByText("You haven't shared any items with other users yet.")).toBeVisible();
    await expect.element(button("Share Item")).toBeVisible();
  });

  it("is a table with a person, a level and an end, searched by item, person and type", async () => {
    const soon = aRow("Bank", { expiresAt: Date.now() + 3 * DAY_MS - 1000 });
    const home = aRow("Home", { kind: "category", person: "eve@example.com", permission: "write" });
    await draw({ sharedByMe: async () => [soon, home] });
    await expect.poll(headers).toEqual(["Shared With", "Item Details", "Access Level", "Expiration", "Actions"]);
    await expect.element(page.getByText("Expires in 3 days")).toBeVisible();
    expect(button(/^Edit /).elements()).toHaveLength(1);
    const search = page.getByRole("textbox", { name: "Search shared items" });
    for (const [typed, left] of [
      ["bank", "Edit Bank"],
      ["eve@", "Open Home"],
      ["vault", "Open Home"],
      ["write", "Open Home"],
      ["edit", "Open Home"],
    ] as const) {
      await search.fill(typed);
      await expect.poll(() => page.getByRole("row").elements().length).toBe(2);
      await expect.element(button(left)).toBeVisible();
    }
  });

  it("says which share the server does not list, and ends it by a press that names the person", async () => {
    const asked: string[] = [];
    const row = aRow("Bank", { trouble: "not-listed" });
    await draw({ sharedByMe: async () => [row], revoke: async ({ id }) => void asked.push(id) });
    await expect.element(page.getByText("The server does not list this share, and you have not ended it.", { exact: false })).toBeVisible();
    await expect.element(button(/^(Access level|Expiration)/)).not.toBeInTheDocument();
    await button("Revoke access of bob@example.com to Bank").click();
    await agree("Revoke access");
    await expect.element(page.getByText("Access revoked successfully")).toBeVisible();
    expect(asked).toEqual([row.id]);
  });

  it("says which share the server lists although the owner has taken it back, and offers nothing but to revoke it", async () => {
    await draw({ sharedByMe: async () => [aRow("Bank", { trouble: "not-given" })] });
    await expect.element(page.getByText("you took it back or never gave it", { exact: false })).toBeVisible();
    await expect.element(button(/^(Access level|Expiration)/)).not.toBeInTheDocument();
    await expect.element(button("Revoke access of bob@example.com to Bank")).toBeVisible();
  });

  it("says of what has a key that someone knows who lost access why the next one waits, once for each reason", async () => {
    const keyWaits = "Someone who lost access may still have the key in use. The next one is tried again by itself.";
    await draw({ sharedByMe: async () => [aRow("Bank", { keyWaits }), aRow("Mail", { itemId: MAIL.id, keyWaits }), aRow("Shop")] });
    await expect.element(page.getByText(`Bank, Mail: ${keyWaits}`)).toBeVisible();
    // All else goes on as before.
    await expect.element(button(/^Access level of bob/)).toBeEnabled();
  });

  it("names a team, which has no number to compare", async () => {
    await draw({ sharedByMe: async () => [aRow("Bank", { person: "Engineering", isTeam: true, known: "verified" })] });
    await expect.element(page.getByRole("rowheader", { name: "Engineering Team" })).toBeVisible();
    await expect.element(button(/^(Compare|Verified)/)).not.toBeInTheDocument();
  });

  it("offers its ends, and Expired only where it has", async () => {
    await draw({ sharedByMe: async () => [aRow("Bank", { expiresAt: Date.now() - 1, isExpired: true })] });
    await button(/^Expiration for bob/).click();
    const options = () =>
      page
        .getByRole("menuitemradio")
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(options).toEqual(["Expired", "1 day", "7 days", "30 days", "90 days", "Never expires"]);
    await expect.element(page.getByRole("menuitemradio", { name: "Expired" })).toBeDisabled();
  });

  it("asks before every change, and does nothing when the person would rather not", async () => {
    const asked: unknown[] = [];
    const row = aRow("Bank");
    await draw({
      sharedByMe: async () => [row],
      revoke: async (input) => void asked.push(["revoke", input]),
      setPermission: async (input) => void asked.push(["setPermission", input]),
      setExpiry: async ({ id, shown }) => void asked.push(["setExpiry", { id, shown }]),
    });
    const revoke = button(/^Revoke access of bob/);
    await revoke.click();
    await expect.element(page.getByText("Are you sure you want to revoke access? They'll lose access to this item")).toBeVisible();
    await agree("Cancel");
    expect(asked).toEqual([]);
    await button(/^Access level of bob/).click();
    await page.getByRole("menuitemradio", { name: "Write" }).click();
    await expect.element(page.getByText("Are you sure you want to update the permission level to Write?")).toBeVisible();
    await agree("Update");
    await expect.element(page.getByText("Permission updated successfully")).toBeVisible();
    await button(/^Expiration for bob/).click();
    await page.getByRole("menuitemradio", { name: "30 days" }).click();
    await expect.element(page.getByText("Are you sure you want to update the expiry?")).toBeVisible();
    await agree("Update");
    await expect.element(page.getByText("Expiry updated successfully")).toBeVisible();
    await revoke.click();
    await agree("Revoke access");
    await expect.element(page.getByText("Access revoked successfully")).toBeVisible();
    // With what the person has read: the server may call it otherwise meanwhile.
    const { id, itemId, person, isTeam, permission } = row;
    const meant = { id, shown: { itemId, person, isTeam, permission } };
    expect(asked).toEqual([
      ["setPermission", { ...meant, permission: "write" }],
      ["setExpiry", meant],
      ["revoke", meant],
    ]);
  });

  it.each([
    ["an item", {}, "Write", "bob@example.com may then edit and delete Bank."],
    ["an item", { permission: "write" }, "Read", "bob@example.com may then only view Bank."],
    ["a vault", { kind: "category" }, "Write", "bob@example.com may then add items to Bank, and edit and delete what is in it."],
    ["a vault", { kind: "category", permission: "write" }, "Read", "bob@example.com may then only view what is in Bank."],
    ["a team's item", { person: "Crew", isTeam: true }, "Write", "Everyone in Crew may then edit and delete Bank."],
  ] as const)("says next to the question who may then do what, of %s", async (_, more, level, sentence) => {
    await draw({ sharedByMe: async () => [aRow("Bank", more)] });
    await button(/^Access level of/).click();
    await page.getByRole("menuitemradio", { name: level }).click();
    await expect.element(page.getByRole("alertdialog").getByText(sentence)).toBeVisible();
  });

  it("says next to the question when access then ends; never instead of never is no question", async () => {
    await draw({ sharedByMe: async () => [aRow("Bank")] });
    const end = button(/^Expiration for bob/);
    await end.click();
    await page.getByRole("menuitemradio", { name: "Never expires" }).click();
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
    await end.click();
    await page.getByRole("menuitemradio", { name: "30 days" }).click();
    const sentence = `Access of bob@example.com to Bank then ends on ${shortDate(Date.now() + 30 * DAY_MS)}.`;
    await expect.element(page.getByRole("alertdialog").getByText(sentence)).toBeVisible();
    await agree("Cancel");
    await expect.element(end).toHaveTextContent("Never expires");
  });

  const LATER = Date.now() + 90 * DAY_MS;
  const bankOfEve = (more: Partial<ShareRow>) => aRow("Bank", { person: "eve@example.com", ...more });

  it.each([
    ["of what only they have", [aRow("Bank")], "30 days", true],
    ["of what someone else has too, until before then", [aRow("Bank"), bankOfEve({ expiresAt: Date.now() + DAY_MS })], "30 days", true],
    ["of what someone else has longer", [aRow("Bank"), bankOfEve({ expiresAt: LATER })], "30 days", false],
    ["of what someone else has without an end", [aRow("Bank"), bankOfEve({})], "30 days", false],
    ["that is taken away", [aRow("Bank", { expiresAt: Date.now() + DAY_MS })], "Never expires", false],
  ])("says next to the question of an end %s whether earlier versions go with it", async (_, rows, chosen, goes) => {
    await draw({ sharedByMe: async () => rows }, undefined, [{ ...BANK, ...OWN_SCOPE, revision: 1 }]);
    await button(/^Expiration for bob/).click();
    await page.getByRole("menuitemradio", { name: chosen }).click();
    await expect.element(page.getByRole("alertdialog").getByText(/^Access of bob@example.com to Bank then/)).toBeVisible();
    const going = page.getByRole("alertdialog").getByText(/deletes the earlier versions/);
    if (goes)
      await expect
        .element(going)
        .toHaveTextContent('That end deletes the earlier versions that "Bank" then has. Only what it holds then is kept.');
    else await expect.element(going).not.toBeInTheDocument();
  });

  it("says that access goes on where an end is taken away", async () => {
    await draw({ sharedByMe: async () => [aRow("Bank", { expiresAt: Date.now() + DAY_MS })] });
    await button(/^Expiration for bob/).click();
    await page.getByRole("menuitemradio", { name: "Never expires" }).click();
    await expect.element(page.getByText("Access of bob@example.com to Bank then goes on until you revoke it.")).toBeVisible();
  });

  it.each([
    ["revoke", "Failed to revoke access", /^Revoke access of bob/],
    ["sharedByMe", "Failed to load shared items", null],
  ] as const)("says when %s fails", async (verb, sentence, pressed) => {
    // As the client names an answer that says nothing: after its call.
    const words = verb === "sharedByMe" ? "Failed to fetch shared items" : undefined;
    const fails = async (): Promise<never> => Promise.reject(new AppError("unexpected", words));
    await draw({ sharedByMe: async () => [aRow("Bank")], [verb]: fails });
    if (pressed) {
      await button(pressed).click();
      await agree("Revoke access");
    }
    await expect.element(page.getByText(sentence)).toBeVisible();
  });

  it.each([400, 768, 1024])("is cards where a table has no room, and what takes access back is in sight: %i px", async (width) => {
    await page.viewport(width, 800);
    await draw({ sharedByMe: async () => [aRow("Bank", { person: "a.rather.long.name@example.com" })] });
    await expect.element(page.getByText("Bank")).toBeVisible();
    expect(page.getByRole("table").elements()).toEqual([]);
    await expect.element(button(/^Revoke access of/)).toBeInViewport({ ratio: 0.99 });
  });
});

describe("what others share", () => {
  it("begins empty, and says so", async () => {
    await draw({}, WITH_ME);
    await expect.element(page.getByText("No shared items")).toBeVisible();
    await expect.element(page.getByText("No one has shared any passwords or other items with you yet.")).toBeVisible();
  });

  it("has one row a person, with what they share as chips, and how it came", async () => {
    const [shop, telly, home] = [
      aRow("Shop", { itemId: SHOP.id }),
      aRow("Telly", { itemId: INSIDE.id }),
      aRow("Home", { kind: "category", itemId: HOME.id, permission: "write", isTeam: true }),
    ];
    const lamp = aRow("Lamp", { person: "eve@example.com", isTeam: true });
    await draw({ sharedWithMe: async () => [home, lamp, shop, telly] }, WITH_ME);
    const people = page.getByRole("rowheader");
    await expect
      .poll(() => people.elements().map(({ textContent }) => textContent))
      .toEqual([expect.stringContaining("bob@example.com"), expect.stringContaining("eve@example.com")]);
    await expect.element(people.first()).toHaveTextContent("then you know that it comes from them.");
    // What comes through the team alone has no number to compare.
    await expect.element(people.last()).not.toHaveTextContent("Compare");
    await expect.element(page.getByRole("row").filter({ hasText: "Home" })).toHaveTextContent("Through your team");
    await expect.element(page.getByRole("row").filter({ hasText: "Telly" })).not.toHaveTextContent("Through your team");
    for (const name of ["View Shop", "View Telly", "Open Home", "View Lamp"]) await expect.element(button(name)).toBeVisible();
  });

  it("opens one of several things from the actions of their line", async () => {
    await draw({ sharedWithMe: async () => [aRow("Shop", { itemId: SHOP.id }), aRow("Telly", { itemId: INSIDE.id })] }, WITH_ME);
    await button("View what bob@example.com shares: Shop, Telly").click();
    await page.getByRole("menuitem", { name: "Shop" }).click();
    await expect.element(page.getByRole("dialog", { name: "View Shared Password" })).toBeVisible();
  });

  it("says of a vault and items together what may be done with the items", async () => {
    const vault = aRow("Home", { kind: "category", itemId: HOME.id, permission: "write" });
    await draw({ sharedWithMe: async () => [vault, aRow("Telly", { itemId: INSIDE.id, permission: "write" })] }, WITH_ME);
    await expect.element(button("Edit what bob@example.com shares: Home, Telly")).toBeVisible();
  });

  it("says once what cannot be shown, with how many there are", async () => {
    await draw({ sharedWithMe: async () => [GONE, aRow(null, { expiresAt: GONE.expiresAt, isExpired: true })] }, WITH_ME);
    await expect.element(page.getByRole("listitem")).toHaveTextContent("No longer shared");
    await expect.element(page.getByRole("listitem")).toHaveTextContent("× 2");
  });

  it("is a table; what has expired stands out and offers nothing", async () => {
    const rows = [aRow("Shop", { itemId: SHOP.id }), aRow("Telly", { itemId: INSIDE.id, permission: "write" }), GONE];
    await draw({ sharedWithMe: async () => rows }, WITH_ME);
    await expect.element(page.getByRole("heading", { name: "Items Shared With You" })).toBeVisible();
    await expect.poll(headers).toEqual(["Item Details", "Shared By", "Access Level", "Expires", "Actions"]);
    await expect.element(page.getByRole("cell", { name: "View", exact: true }).first()).toBeVisible();
    await expect.element(page.getByRole("cell", { name: "Edit", exact: true }).first()).toBeVisible();
    const gone = page.getByRole("row").filter({ hasText: "Expired" });
    await expect.element(gone).toHaveAttribute("data-expired", "true");
    expect(gone.getByRole("button").elements()).toEqual([]);
  });

  it("shows as expired what ends while the page is open, also when the server does not answer", async () => {
    const answers = [async () => [aRow("Shop", { itemId: SHOP.id, expiresAt: Date.now() + 1_500 })]];
    await draw({ sharedWithMe: async () => (await answers.pop()?.()) ?? Promise.reject(new Error("no connection")) }, WITH_ME);
    await expect.element(button("View Shop")).toBeVisible();
    await expect.element(page.getByText("Expired")).toBeVisible();
    await expect.element(button("View Shop")).not.toBeInTheDocument();
    await expect.element(page.getByText("No longer shared")).toBeVisible();
  });

  it("says so when something was taken back since the list was read", async () => {
    await draw({ sharedWithMe: async () => [aRow("Gone", { itemId: crypto.randomUUID() })] }, WITH_ME);
    await button("View Gone").click();
    await expect.element(page.getByText("This item is no longer here")).toBeVisible();
  });

  it("says on a card that it never expires, where no heading says what never is about", async () => {
    await page.viewport(400, 800);
    await draw({ sharedWithMe: async () => [aRow("Shop")] }, WITH_ME);
    await expect.element(page.getByText("Never expires")).toBeVisible();
  });

  it("opens an item to be read where nothing else is allowed", async () => {
    await draw({ sharedWithMe: async () => [aRow("Shop", { itemId: SHOP.id })] }, WITH_ME);
    await button("View Shop").click();
    await expect.element(page.getByRole("dialog", { name: "View Shared Password" })).toBeVisible();
    expect(button("Save Changes").elements()).toEqual([]);
  });

  it("leads into a vault step by step, and back", async () => {
    await draw({ sharedWithMe: async () => [aRow("Home", { kind: "category", itemId: HOME.id, permission: "write" })] }, WITH_ME);
    await button("Open Home").click();
    await button(/Passwords/).click();
    await expect.element(button(/Telly/)).toBeVisible();
    // The place is in the address: a reload stays there, and the browser's way back leads out.
    await expect.element(page.getByTestId("address")).toHaveTextContent(`${WITH_ME}&vault=${HOME.id}&type=password`);
    await button("Back").click();
    await expect.element(page.getByRole("heading", { name: "Home" })).toBeVisible();
    await button("Back").click();
    await expect.element(page.getByRole("heading", { name: "Items Shared With You" })).toBeVisible();
  });

  it("shows nothing of a person whose key has changed", async () => {
    await draw({ sharedWithMe: async () => [aRow(null, { known: "changed", trouble: "changed-key" })] }, WITH_ME);
    await expect.element(page.getByText("Not shown: the sharer's security key changed")).toBeVisible();
    expect(button(/^(View|Edit|Open)/).elements()).toEqual([]);
    await expect.element(button(/Key changed/)).toBeVisible();
  });
});

describe("the safety number", () => {
  const BOB = {
    accountId: crypto.randomUUID(),
    email: "bob@example.com",
    publicKey: "AA",
    safetyNumber: Array(12).fill("12345").join(" "),
  };

  it("is shown in groups, and comparing it is kept", async () => {
    const trusted: unknown[] = [];
    const trustPerson: Client["sharing"]["trustPerson"] = async ({ person }) => void trusted.push(person.email);
    await draw({ sharedByMe: async () => [aRow("Bank")], findPerson: async () => ({ ...BOB, known: "unverified" }), trustPerson });
    await button(/^Compare numbers with bob/).click();
    await expect.element(page.getByTestId("safety-number")).toHaveTextContent("12345 12345");
    await button("The numbers are the same").click();
    await expect.poll(() => trusted).toEqual(["bob@example.com"]);
  });

  it("comes to where there is a place for it, and nothing can be said of it before", async () => {
    const found = Promise.withResolvers<FoundPerson>();
    await draw({ sharedByMe: async () => [aRow("Bank")], findPerson: () => found.promise });
    await button(/^Compare numbers with bob/).click();
    const dialog = page.getByRole("dialog", { name: "Safety number" });
    await expect.element(dialog.getByRole("status", { name: "Loading" })).toBeInTheDocument();
    await expect.element(button("The numbers are the same")).toBeDisabled();
    const edges = () => dialog.element().getBoundingClientRect().toJSON() as unknown;
    const before = edges();
    found.resolve({ ...BOB, known: "unverified" });
    await expect.element(button("The numbers are the same")).toBeEnabled();
    expect(edges()).toEqual(before);
  });

  it("of a changed key says what that may mean", async () => {
    await draw({ sharedByMe: async () => [aRow("Bank", { known: "changed" })], findPerson: async () => ({ ...BOB, known: "changed" }) });
    await button(/Key changed/).click();
    await expect.element(page.getByRole("dialog", { name: "Security key changed" })).toBeVisible();
    await expect.element(page.getByText(/someone may be listening in. Don't share anything/)).toBeVisible();
  });
});

describe("the dialog that shares", () => {
  it("wants items and an email, and shares them in one go", async () => {
    const requests: unknown[] = [];
    const shareMany: Client["sharing"]["shareMany"] = async ({ onProgress: _, ...request }) => {
      requests.push(request);
      return [];
    };
    await draw({ shareMany });
    await button("Share Item").click();
    const dialog = page.getByRole("dialog", { name: "Share Items" });
    const send = dialog.getByRole("button", { name: "Share", exact: true });
    for (const name of ["Passwords", "Cards", "Banks", "Personal", "Notes", "Vault"])
      await expect.element(dialog.getByRole("checkbox", { name })).toBeChecked();
    await send.click();
    await expect.element(page.getByText("Please select at least one item to share")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Items" }).click();
    await page.getByRole("option", { name: "Bank" }).click();
    await userEvent.keyboard("{Tab}");
    await send.click();
    await expect.element(page.getByText("Please enter an email address")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Recipient email" }).fill("bob@example.com");
    await dialog.getByRole("radio", { name: /View & Edit/ }).click();
    await send.click();
    await expect.element(page.getByText("Items shared successfully")).toBeVisible();
    expect(requests).toEqual([{ ids: [BANK.id], email: "bob@example.com", permission: "write", expiresAt: null }]);
  });

  it("shares a note like the rest", async () => {
    const note = anItem("Alarm", { kind: "note", fields: { name: "Alarm code" } });
    const requests: (readonly string[])[] = [];
    const shareMany: Client["sharing"]["shareMany"] = async ({ ids }) => {
      requests.push(ids);
      return [];
    };
    await draw({ shareMany }, undefined, [BANK, note]);
    await button("Share Item").click();
    const dialog = page.getByRole("dialog", { name: "Share Items" });
    for (const name of ["Passwords", "Cards", "Banks", "Personal", "Vault"]) await dialog.getByRole("checkbox", { name }).click();
    await dialog.getByRole("combobox", { name: "Items" }).click();
    const options = page.getByRole("option");
    await expect.poll(() => options.elements().map(({ textContent }) => textContent)).toEqual(["Alarm code"]);
    await options.click();
    await userEvent.keyboard("{Tab}");
    await dialog.getByRole("combobox", { name: "Recipient email" }).fill("bob@example.com");
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await expect.element(page.getByText("Items shared successfully")).toBeVisible();
    expect(requests).toEqual([[note.id]]);
  });

  it("says that a login takes its passkeys along, and nothing of them for one without", async () => {
    const made = { rpName: "", user: "AQ", name: "ann", displayName: "", alg: -7, at: 1, prf: false, since: 1 } as const;
    const shop = anItem("Shop", { fields: { x_passkeys: writePasskeys([{ ...made, id: "AQ", rpId: "shop.example", state: "kept" }]) } });
    await draw({}, undefined, [BANK, shop]);
    await button("Share Item").click();
    const dialog = page.getByRole("dialog", { name: "Share Items" });
    await dialog.getByRole("combobox", { name: "Items" }).click();
    await page.getByRole("option", { name: "Bank" }).click();
    const said = dialog.getByText(/takes its passkeys along/);
    await expect.element(said).not.toBeInTheDocument();
    await page.getByRole("option", { name: "Shop" }).click();
    await expect.element(said).toBeVisible();
  });

  it("lists what can be shared by its name", async () => {
    await draw(
      {},
      undefined,
      ["Note 10", "anchor", "Note 2", "Harbour"].map((name) => anItem(name)),
    );
    await button("Share Item").click();
    await page.getByRole("dialog", { name: "Share Items" }).getByRole("combobox", { name: "Items" }).click();
    const names = () =>
      page
        .getByRole("option")
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(names).toEqual(["anchor", "Harbour", "Note 2", "Note 10"]);
  });

  it("offers nothing of others, and keeps what could not be shared", async () => {
    const ofBob = anItem("Boat of Bob", { belongsTo: { id: "b", email: "bob@example.com" } });
    const shareMany = async () => Promise.reject(new AppError("no_such_account"));
    await draw({ shareMany }, undefined, [BANK, SHOP, INSIDE, ofBob]);
    await button("Share Item").click();
    const dialog = page.getByRole("dialog", { name: "Share Items" });
    await dialog.getByRole("combobox", { name: "Items" }).click();
    expect(
      page
        .getByRole("option")
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(["Bank"]);
    await page.getByRole("option", { name: "Bank" }).click();
    await userEvent.keyboard("{Tab}");
    await dialog.getByRole("combobox", { name: "Recipient email" }).fill("nobody@example.com");
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await expect.element(page.getByText(/Failed to share items: No account found for this email./)).toBeVisible();
    await expect.element(dialog.getByText("Bank").first()).toBeVisible();
  });

  it.each([
    ["is offered an invitation", true],
    ["is told so, and no more", false],
  ])("a user who shares with an unknown address %s, by what they may do", async (_, mayInvite) => {
    const asked: unknown[] = [];
    const team: PartOf<Client["team"]> = {
      invite: async (input) => {
        asked.push(input);
        return null;
      },
    };
    const session = { ...ANN, permissions: { ...ANN.permissions, invite_members: mayInvite } };
    const refusing = { shareMany: async () => Promise.reject(new AppError("no_such_account")), promiseShares: async () => undefined };
    await draw(refusing, undefined, [BANK], { team, session });
    await button("Share Item").click();
    const dialog = page.getByRole("dialog", { name: "Share Items" });
    await dialog.getByRole("combobox", { name: "Items" }).click();
    await page.getByRole("option", { name: "Bank" }).click();
    await userEvent.keyboard("{Tab}");
    await dialog.getByRole("combobox", { name: "Recipient email" }).fill("nobody@example.com");
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await expect.element(page.getByText(/Failed to share items: No account found for this email./)).toBeVisible();
    const offer = dialog.getByRole("button", { name: "Send Invitation" });
    if (!mayInvite) return expect(offer.elements()).toEqual([]);
    await offer.click();
    await expect.element(page.getByText("Invitation sent successfully")).toBeVisible();
    expect(asked).toEqual([expect.objectContaining({ email: "nobody@example.com", by: "mail" })]);
    expect(offer.elements()).toEqual([]);
  });

  it("says how far it is; after a failure half-way which were shared, and only the others are still chosen", async () => {
    const requests: (readonly string[])[] = [];
    let end = (_: unknown): void => undefined;
    const shareMany: Client["sharing"]["shareMany"] = async ({ ids, onProgress }) => {
      requests.push(ids);
      onProgress?.(50);
      await new Promise((resolve) => {
        end = resolve;
      });
      return ids.filter((id) => id === MAIL.id).map((id) => ({ id, error: new AppError("too_many_items") }));
    };
    await draw({ shareMany }, undefined, [BANK, MAIL]);
    await button("Share Item").click();
    const dialog = page.getByRole("dialog", { name: "Share Items" });
    await dialog.getByRole("combobox", { name: "Items" }).click();
    for (const name of ["Bank", "Mail"]) await page.getByRole("option", { name }).click();
    await userEvent.keyboard("{Tab}");
    await dialog.getByRole("combobox", { name: "Recipient email" }).fill("bob@example.com");
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await expect.element(dialog.getByRole("button", { name: "Sharing... 50%" })).toBeVisible();
    end(null);
    await expect.element(dialog.getByText(/^Failed to share items: .* Not shared: Mail\. Shared: Bank\.$/)).toBeVisible();
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await expect.poll(() => requests).toEqual([[BANK.id, MAIL.id], [MAIL.id]]);
    end(null);
  });
});

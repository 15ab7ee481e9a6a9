/** What the user shares, one row a person: what it says once, what a press does, and with how many presses access is taken back. */
import type { Client, Session, ShareRow, TeamPeople } from "@coffer/client";
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
const BOB = "bob@example.com";
const EVE = "eve@example.com";
const [BANK, MAIL, SHOP] = [anItem("Bank"), anItem("Mail"), anItem("Shop")];
const HOME = aVault("Home");

const aRow = ({ id: itemId, ...of }: { id: string; fields?: unknown; name?: string }, more: Partial<ShareRow> = {}): ShareRow => {
  const named = "fields" in of ? {} : { kind: "category" as const };
  return aShare("fields" in of ? String((of.fields as { title: string }).title) : HOME.name, { itemId, ...named, ...more });
};

afterEach(() => page.viewport(1280, 800));

const draw = (rows: readonly ShareRow[], verbs: PartOf<Client["sharing"]> = {}, team?: PartOf<Client["team"]>, session?: Session) =>
  renderVault(<SharingCenterPage />, {
    ...(session && { session }),
    items: [BANK, MAIL, SHOP],
    vaults: [HOME],
    at: "/sharing-center",
    features: {
      ...(team && { team }),
      sharing: { sharedByMe: async () => [...rows], sharedWithMe: async () => [], knownEmails: async () => [], ...verbs },
    },
  });

const button = (name: string | RegExp) => page.getByRole("button", { name });
const agree = (label: string) => page.getByRole("alertdialog").getByRole("button", { name: label, exact: true }).click();
const words = (role: "button" | "menuitemradio", name: RegExp) =>
  page
    .getByRole(role, { name })
    .elements()
    .map(({ textContent }) => textContent);

describe("one row a person", () => {
  it("has everything of them as chips, and says once what they may do, until when, and that numbers can be compared", async () => {
    const end = Date.now() + 40 * DAY_MS;
    await draw([
      aRow(BANK),
      aRow(MAIL),
      aRow(SHOP, { permission: "write", expiresAt: end }),
      aRow(HOME, { person: EVE, known: "verified" }),
    ]);
    await expect.poll(() => page.getByRole("rowheader").elements().length).toBe(2);
    expect(words("button", /^(Edit|Open) /).length).toBe(4);
    expect(words("button", /^Access level of/)).toEqual(["Read", "Write", "Read"]);
    expect(words("button", /^Expiration for/)).toEqual(["Never expires", `Until ${shortDate(end)}`, "Never expires"]);
    expect(words("button", /^Compare numbers with/)).toEqual(["Compare numbers"]);
    await expect.element(page.getByText("Once, by phone: then you know that only they can read it.")).toBeVisible();
    await expect.element(button(`Verified number of ${EVE}`)).toBeVisible();
  });

  it("is a card of theirs where a table has no room", async () => {
    await page.viewport(400, 800);
    await draw([aRow(BANK), aRow(MAIL), aRow(HOME, { person: EVE })]);
    await expect.element(button("Edit Bank")).toBeVisible();
    expect(page.getByText(BOB, { exact: true }).elements()).toHaveLength(1);
  });

  it("shows the first eight things of a line, and the others after a press", async () => {
    await draw(Array.from({ length: 11 }, (_, at) => aRow(BANK, { name: `Item ${String(at).padStart(2, "0")}` })));
    await expect.poll(() => words("button", /^Edit Item/).length).toBe(8);
    await button("3 more").click();
    expect(words("button", /^Edit Item/)).toHaveLength(11);
  });

  it("opens an item to be edited, and goes to a vault", async () => {
    await draw([aRow(BANK), aRow(HOME)]);
    await button("Edit Bank").click();
    await expect.element(page.getByRole("dialog", { name: "Edit Password Entry" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await button("Open Home").click();
    await expect.element(page.getByTestId("address")).toHaveTextContent(`/vaults/${HOME.id}`);
  });

  it("shares more with them: the address is there already", async () => {
    await draw([aRow(BANK)]);
    await button(`Share more with ${BOB}`).click();
    const dialog = page.getByRole("dialog", { name: "Share Items" });
    await expect.element(dialog.getByRole("combobox", { name: "Recipient email" })).toHaveValue(BOB);
  });

  it("says that someone whose key changed waits for the user", async () => {
    await draw([aRow(BANK, { known: "changed" })]);
    await expect.element(page.getByText("Waits for you: they get nothing more until you have compared numbers.")).toBeVisible();
    await expect.element(button(`Key changed of ${BOB}`)).toBeVisible();
  });
});

describe("what is changed of several things", () => {
  it("is changed of all of them, or of those that are left chosen, by the keyboard too", async () => {
    const asked: unknown[] = [];
    const rows = [aRow(BANK), aRow(MAIL), aRow(SHOP)];
    await draw(rows, { setPermission: async ({ shown, permission }) => void asked.push([shown.itemId, permission]) });
    const level = button(`Access level of ${BOB} to Bank, Mail, Shop: Read`);
    (await level.findElement()).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("menuitemcheckbox", { name: "Bank" })).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{Enter}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
    await expect.element(page.getByText(`${BOB} may then edit and delete Bank, Shop.`)).toBeVisible();
    await agree("Update");
    await expect.element(page.getByText("Permission updated successfully")).toBeVisible();
    expect(asked).toEqual([
      [BANK.id, "write"],
      [SHOP.id, "write"],
    ]);
  });

  it("cannot be chosen while none of them is", async () => {
    await draw([aRow(BANK), aRow(MAIL)]);
    await button(/^Expiration for/).click();
    for (const name of ["Bank", "Mail"]) await page.getByRole("menuitemcheckbox", { name }).click();
    await expect.element(page.getByRole("menuitemradio", { name: "30 days" })).toBeDisabled();
  });

  it("goes on after a failure with the others, and says that it failed", async () => {
    const asked: string[] = [];
    const revoke: Client["sharing"]["revoke"] = async ({ shown }) => {
      asked.push(shown.itemId);
      if (shown.itemId === BANK.id) throw new Error("no connection");
    };
    await draw([aRow(BANK), aRow(MAIL)], { revoke });
    await button(`Revoke all access of ${BOB}`).click();
    await agree("Revoke access");
    await expect.element(page.getByText("Failed to revoke access")).toBeVisible();
    expect(asked).toEqual([BANK.id, MAIL.id]);
  });
});

/** Presses of the mouse, as a person counts them. */
function countPresses(): () => number {
  let count = 0;
  const press = (): void => void count++;
  document.addEventListener("click", press, { capture: true });
  return () => {
    document.removeEventListener("click", press, { capture: true });
    return count;
  };
}

describe("taking back", () => {
  it("takes two presses for one thing", async () => {
    const asked: string[] = [];
    await draw([aRow(BANK), aRow(MAIL)], { revoke: async ({ shown }) => void asked.push(shown.itemId) });
    const presses = countPresses();
    await button(`Revoke access of ${BOB} to Mail`).click();
    await agree("Revoke access");
    await expect.element(page.getByText("Access revoked successfully")).toBeVisible();
    expect(presses()).toBe(2);
    expect(asked).toEqual([MAIL.id]);
  });

  it("takes two presses for all that someone has, also for what a search leaves out, and names it", async () => {
    const asked: string[] = [];
    const rows = [aRow(BANK), aRow(MAIL, { permission: "write" }), aRow(SHOP, { person: EVE })];
    await draw(rows, { revoke: async ({ shown }) => void asked.push(shown.itemId) });
    await page.getByRole("textbox", { name: "Search shared items" }).fill("bank");
    await expect.element(button("Edit Mail")).not.toBeInTheDocument();
    const presses = countPresses();
    await button(`Revoke all access of ${BOB}`).click();
    const question = page.getByRole("alertdialog");
    await expect.element(question.getByText("Are you sure you want to revoke access? They'll lose access to all 2")).toBeVisible();
    await expect.element(question.getByText("they may have kept 2 passwords: Bank, Mail.", { exact: false })).toBeVisible();
    await agree("Revoke access");
    await expect.element(page.getByText("Access revoked successfully")).toBeVisible();
    expect(presses()).toBe(2);
    expect(asked).toEqual([BANK.id, MAIL.id]);
    expect(button(`Revoke all access of ${EVE}`).elements()).toEqual([]);
  });
});

describe("a team", () => {
  const PEOPLE: TeamPeople = {
    ...{ members: [], toConfirm: [], keyKeptBy: [], mustHandOver: false, unconfirmed: [], invitations: [], roles: [], status: "open" },
  };
  const member = (email: string, isKeyPending: boolean) => ({ email, isKeyPending }) as TeamPeople["members"][number];
  const letIn = { kind: "let-in", userId: "z", email: "zoe@example.com", roleId: 3, isCompared: false } as const;
  const SESSION = { ...ANN, teamId: "t" };

  it("has one row too, and says who in it waits for whom", async () => {
    const people = async () => ({ ...PEOPLE, members: [member(BOB, true), member(EVE, false)], toConfirm: [letIn] });
    await draw([aRow(BANK, { person: "Engineering", isTeam: true })], {}, { people }, SESSION);
    await expect.element(page.getByText(`${BOB} waits for a member who has the team's key.`)).toBeVisible();
    await expect.element(page.getByText("zoe@example.com waits for an administrator.")).toBeVisible();
    expect(button(/^Share more/).elements()).toEqual([]);
  });

  it("says nothing of that where it cannot be asked", async () => {
    await draw([aRow(BANK, { person: "Engineering", isTeam: true })], {}, { people: async () => Promise.reject(new Error("no")) }, SESSION);
    await expect.element(page.getByRole("rowheader", { name: "Engineering Team" })).toBeVisible();
    expect(page.getByText(/waits? for/).elements()).toEqual([]);
  });
});

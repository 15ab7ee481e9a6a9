/** The popup over a page: what there is for it, filling and copying by one press, a passkey that the page waits for, and the warnings. */
import "../../../../packages/app/src/testing/act.ts";
import type { Client } from "@coffer/client";
import type { Item } from "@coffer/core/items/item";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { ANN } from "../../../../packages/app/src/testing/ann.ts";
import { fakeClient, type PartOf } from "../../../../packages/app/src/testing/fake-client.ts";
import { anItem } from "../../../../packages/app/src/testing/sample-items.ts";
import type { ForThisSite as Shown } from "./ForThisSite.tsx";

const ADDRESS = "https://shop.example/login";
const TAB = { id: 7, address: ADDRESS };
const SHOP = anItem("Shop", {
  fields: { title: "Shop", username: "ann", password: "Tulips2024", website_url: ADDRESS, totp: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" },
});
const PLAIN = anItem("Plain", { fields: { title: "Plain", username: "", password: "Other-7", website_url: "shop.example:8443" } });
const CARD = anItem("Visa", { kind: "card", fields: { name: "Visa", card_number: "4111111111111111" } });

/** What our script in the page sees, and what it was told to fill in. */
let roles: string[];
const filled: object[] = [];
/** What went to the worker. */
const told: unknown[] = [];
const copied = vi.fn<(text: string) => Promise<void>>();
let ForThisSite: typeof Shown;

beforeAll(async () => {
  const listeners = { addListener: () => undefined, removeListener: () => undefined };
  const sendMessage = async (_tab: number, message: { ask?: string; values?: object }) => {
    if (message.ask === "fields") return { address: ADDRESS, origin: "https://shop.example", fields: roles.map((role) => ({ role })) };
    if (message.ask !== "fill") return false;
    filled.push(message.values ?? {});
    return { filled: Object.keys(message.values ?? {}), refused: [] };
  };
  const area = { get: async () => ({}), set: async () => undefined, remove: async () => undefined, onChanged: listeners };
  Object.assign(globalThis, {
    chrome: {
      runtime: {
        id: "ours",
        onMessage: listeners,
        sendMessage: async (message: unknown) => void told.push(message),
        getURL: (name: string) => name,
      },
      storage: { session: area, local: area },
      scripting: { executeScript: async () => [{ frameId: 0, documentId: "d" }] },
      tabs: {
        ...{ onUpdated: listeners, sendMessage, get: async () => ({ url: ADDRESS }) },
        connect: () => ({ onMessage: listeners, onDisconnect: listeners, disconnect: () => undefined }),
      },
    },
  });
  Object.defineProperty(navigator, "clipboard", { value: { writeText: copied }, configurable: true });
  ({ ForThisSite } = await import("./ForThisSite.tsx"));
});

beforeEach(async () => {
  await cleanup();
  roles = ["username", "current-password"];
  for (const list of [filled, told]) list.length = 0;
  copied.mockReset().mockResolvedValue(undefined);
});

interface World {
  readonly items?: readonly Item[];
  readonly forPage?: readonly Item[];
  readonly part?: PartOf<Client>;
  readonly locked?: boolean;
  readonly address?: string;
}

function open({ items = [SHOP, PLAIN], forPage = items, part = {}, locked = false, address = ADDRESS }: World = {}) {
  const contents = { items: [...items], vaults: [] };
  const client = fakeClient({
    session: ANN,
    account: { lockSettings: { read: async () => ({ copyCode: "on" }) as never } },
    ...part,
    sites: { groups: async () => [], hosts: async () => [], ...part.sites },
    vault: {
      contents: () => contents,
      findForPage: async () => forPage.map(({ id }) => id),
      findLookAlike: async () => null,
      openMany: async ({ ids = [] }: { ids?: readonly string[] } = {}) => items.filter(({ id }) => ids.includes(id)),
      open: async ({ id }) => items.find((item) => item.id === id) ?? SHOP,
      ...part.vault,
    },
  });
  const state = { ready: true, session: ANN, locked, reason: null };
  const here = Promise.resolve(client);
  const watch = {
    state: () => state,
    subscribe: () => () => undefined,
    client: () => here,
    later: () => here,
    check: async () => undefined,
  };
  return render(<ForThisSite watch={watch} tab={{ ...TAB, address }} />);
}

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const isSaid = (text: string | RegExp) => expect.element(page.getByRole("status")).toHaveTextContent(text);
const button = (name: string) => page.getByRole("button", { name, exact: true });

it("shows the logins of the site with whose they are, and what of each can be copied; nothing while the vault is locked", async () => {
  await open();
  await expect.element(button("Fill Shop")).toHaveTextContent("ann · shop.example");
  await expect.element(button("Fill Plain")).toHaveTextContent("shop.example:8443");
  await expect.element(button("Copy username of Shop")).toBeVisible();
  await expect.element(button("Copy code of Shop")).toHaveTextContent(/\d+ seconds left/);
  await expect.element(button("Copy password of Plain")).toBeVisible();
  for (const name of ["Copy username of Plain", "Copy code of Plain"]) await expect.element(button(name)).not.toBeInTheDocument();
  await cleanup();
  await open({ locked: true });
  await expect.element(page.getByRole("region", { name: "For this site" })).not.toBeInTheDocument();
});

it("fills the seventh of a site, which is scrolled to", async () => {
  const all = ["1", "2", "3", "4", "5", "6", "7"].map((at) =>
    anItem(`Admin ${at}`, { fields: { ...PLAIN.fields, title: `Admin ${at}`, password: at } }),
  );
  await open({ items: all });
  await expect.element(button("Fill Admin 7")).toBeInTheDocument();
  const list = (await button("Fill Admin 7").findElement()).closest("ul");
  expect(list?.scrollHeight).toBeGreaterThan(list?.clientHeight ?? 0);
  await press("Fill Admin 7");
  await isSaid(/^Filled\.$/);
  expect(filled).toEqual([expect.objectContaining({ "current-password": "7" })]);
});

it("fills by one press, copies the code that the next page asks for, and tells the worker that it was used", async () => {
  await open();
  await press("Fill Shop");
  await isSaid("Filled. Its one-time code is copied.");
  expect(filled).toEqual([expect.objectContaining({ username: "ann", "current-password": "Tulips2024" })]);
  expect(copied.mock.calls).toEqual([[expect.stringMatching(/^\d{6}$/)]]);
  expect(told).toContainEqual({ used: SHOP.id, tabId: TAB.id, page: TAB.address });
});

it("copies no code where that is switched off, and none with a code that is filled in", async () => {
  await open({ part: { account: { lockSettings: { read: async () => ({ copyCode: "off" }) as never } } } });
  await press("Fill Shop");
  await isSaid(/^Filled\.$/);
  await cleanup();
  roles = ["one-time-code"];
  await open();
  await press("Fill Shop");
  await isSaid(/^Filled\.$/);
  expect(filled.at(-1)).toEqual({ "one-time-code": expect.stringMatching(/^\d{6}$/) });
  expect(copied).not.toHaveBeenCalled();
});

it("says what a page does not take, and counts nothing as used then", async () => {
  roles = [];
  await open();
  await press("Fill Shop");
  await isSaid("Coffer sees no field for a login on this page.");
  expect([filled, told]).toEqual([[], []]);
});

it.each([
  ["username", "ann"],
  ["password", "Tulips2024"],
  ["code", expect.stringMatching(/^\d{6}$/)],
])("copies the %s by one press", async (part, text: unknown) => {
  await open();
  await press(`Copy ${part} of Shop`);
  await isSaid(/^Copied/);
  expect(copied.mock.calls[0]).toEqual([text]);
  // A pasted password is used as much as one that is filled in.
  expect(told).toEqual(part === "password" ? [{ used: SHOP.id, tabId: TAB.id, page: TAB.address }] : []);
});

const THEIRS = anItem("Bank", {
  fields: { title: "Bank", username: "ann", website_url: ADDRESS },
  sharedBy: "eve@example.com",
  isOwner: false,
});

it("shows the own logins first, and of each other one who shares it", async () => {
  await open({ items: [THEIRS, SHOP], part: { sites: { picked: async () => [] } } });
  await expect.element(page.getByRole("listitem").first()).toHaveTextContent("Shop");
  await expect.element(button("Fill Bank")).toHaveTextContent("Shared by eve@example.com");
  await expect.element(button("Fill Shop")).not.toHaveTextContent("Shared");
});

it("lets another person's login be filled in by itself only once it was picked here, and lets it vouch for no site", async () => {
  const part = { vault: { findLookAlike: async () => "shop.test" } };
  await open({ items: [THEIRS], part: { ...part, sites: { picked: async () => [] } } });
  await expect.element(button("Fill Bank")).toBeVisible();
  await expect.element(page.getByRole("alert")).toHaveTextContent("This is not shop.test");
  await expect.element(page.getByRole("checkbox")).not.toBeInTheDocument();
  await cleanup();
  await open({ items: [THEIRS], part: { sites: { picked: async () => [THEIRS.id] } } });
  await expect.element(page.getByRole("checkbox", { name: "Fill in by itself on shop.example" })).toBeVisible();
});

it("offers own cards before those of others, which say whose they are", async () => {
  roles = ["cc-number", "cc-exp"];
  const theirs = anItem("Gold", { kind: "card", fields: { name: "Gold" }, sharedBy: "eve@example.com", isOwner: false });
  await open({ items: [theirs, CARD], forPage: [] });
  await expect.element(page.getByRole("listitem").first()).toHaveTextContent("Visa");
  await expect.element(button("Fill Gold")).toHaveTextContent("Shared by eve@example.com");
});

it("says that there is no login, which site the page imitates, and that a name mixes alphabets", async () => {
  await open({ forPage: [], part: { vault: { findLookAlike: async () => "shop.example" } } });
  await expect.element(page.getByText("No login for shop.example.")).toBeVisible();
  await expect.element(page.getByRole("alert")).toHaveTextContent("This is not shop.example, though it looks like it.");
  await cleanup();
  await open({ address: "https://xn--shp-ekd.example/" });
  await expect.element(page.getByRole("alert")).toHaveTextContent("mixes letters of several alphabets");
  await cleanup();
  await open();
  await expect.element(button("Fill Shop")).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

it("says why the logins cannot be shown", async () => {
  await open({ part: { vault: { findForPage: () => Promise.reject(new TypeError("Failed to fetch")) } } });
  await isSaid(/\w/);
});

it("offers a card where the form asks for one", async () => {
  roles = ["cc-number", "cc-exp"];
  await open({ items: [CARD], forPage: [] });
  await press("Fill Visa");
  await isSaid("Filled.");
  expect(filled).toEqual([expect.objectContaining({ "cc-number": "4111111111111111" })]);
});

it("is filled in without a press from the next load on, where the person chooses it for this very host", async () => {
  const list = vi.fn(async () => undefined);
  await open({ part: { sites: { list } } });
  await page.getByRole("checkbox", { name: "Fill in by itself on shop.example" }).click();
  await isSaid("From its next load on, shop.example is filled in without a click.");
  expect(list.mock.calls).toEqual([[{ list: "filled-on-load", host: "shop.example" }]]);
});

it("says so where no script of Coffer's may go into the page, and nothing can be pointed at", async () => {
  const { scripting } = globalThis.chrome;
  const refusing = vi.spyOn(scripting, "executeScript").mockRejectedValue(new Error("The extensions gallery cannot be scripted."));
  await open();
  await page.getByRole("button", { name: "Wrong field? Point at it" }).click();
  await expect.element(page.getByText("Coffer cannot point at fields of this page.")).toBeVisible();
  refusing.mockRestore();
});

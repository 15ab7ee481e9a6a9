/** Which frame of a page a login goes into, where the person has picked it and where no one has. */
import { blankDraft, type Item } from "@coffer/core/items/item";
import { afterEach, expect, it, vi } from "vitest";
import { fakeChrome } from "../testing/fake-chrome.ts";
import { fillLogin } from "./fill-login.ts";

afterEach(() => vi.unstubAllGlobals());

const TAB = 7;
const [SHOP, SIBLING] = ["https://shop.example/", "https://ads.shop.example/"];
const draft = blankDraft("password");
const ITEM = {
  ...draft,
  fields: { ...draft.fields, username: "ann", password: "secret", website_url: "https://shop.example" },
} as unknown as Item;

/** A page whose frame asks for a login, and the page itself if it does. @returns where something was written */
async function filledIn([top, ...frames]: readonly string[], isPicked?: boolean): Promise<unknown> {
  const { chrome, tabs } = fakeChrome();
  tabs.set(TAB, top ?? "");
  const written: string[] = [];
  const addresses = [top ?? "", ...frames];
  const roles = frames.length === 0 ? ["username", "current-password"] : [];
  const answer = ({ values }: { values?: object }, documentId: string): object => {
    const address = addresses[Number(documentId)] ?? "";
    if (values !== undefined) written.push(address);
    const fields = (documentId === "0" ? roles : ["username", "current-password"]).map((role) => ({ role }));
    return values === undefined
      ? { address, origin: new URL(address).origin, fields }
      : { filled: Object.keys(values), refused: [], left: [] };
  };
  vi.stubGlobal("chrome", {
    ...chrome,
    scripting: { executeScript: async () => addresses.map((_, at) => ({ frameId: at, documentId: String(at) })) },
    tabs: {
      ...chrome.tabs,
      sendMessage: async (_: number, message: object, { documentId }: { documentId: string }) => answer(message, documentId),
    },
  });
  await fillLogin(TAB, ITEM, isPicked);
  return written;
}

it("a login that was picked goes into the page, or into a frame of its site", async () => {
  expect(await filledIn([SHOP], true)).toEqual([SHOP]);
  expect(await filledIn([SHOP, SIBLING], true)).toEqual([SIBLING]);
  expect(await filledIn([SHOP, "https://evil.example/"], true)).toEqual([]);
});

it("one that no one picked goes where page and frame are the very host of the login", async () => {
  expect(await filledIn([SHOP])).toEqual([SHOP]);
  expect(await filledIn([SHOP, `${SHOP}login`])).toEqual([`${SHOP}login`]);
  expect(await filledIn([SHOP, SIBLING])).toEqual([]);
  expect(await filledIn([SHOP, SIBLING, `${SHOP}login`])).toEqual([`${SHOP}login`]);
  // The page may be another one since it was looked at.
  expect(await filledIn([SIBLING])).toEqual([]);
  expect(await filledIn([SIBLING, SHOP])).toEqual([]);
});

/** Which login a page gets where no one picks, and what is said where only another person's would fit. */
import { fakeClient } from "@coffer/app/testing/fake-client.ts";
import { anItem } from "@coffer/app/testing/sample-items.ts";
import type { Item } from "@coffer/client";
import { expect, it, vi } from "vitest";
import { findBestLogin } from "./best-login.ts";

const PAGE = "https://shop.example:8443/login";
const fields = { website_url: PAGE };
const mine = anItem("mine", { fields });
const theirs = anItem("theirs", { fields, sharedBy: "eve@example.com", isOwner: false });
const sibling = anItem("sibling", { fields: { website_url: "https://www.shop.example" }, sharedBy: "eve@example.com", isOwner: false });

const find = (items: readonly Item[], picked = async (_: { host: string }): Promise<readonly string[]> => []) =>
  findBestLogin(
    fakeClient({ sites: { picked }, vault: { findForPage: async () => items.map(({ id }) => id), openMany: async () => [...items] } }),
    PAGE,
  );

it("is an own one, without asking what was picked", async () => {
  const picked = vi.fn(async () => []);
  expect(await find([mine], picked)).toEqual({ item: mine, unpicked: null });
  expect(picked).not.toHaveBeenCalled();
  expect(await find([theirs, mine])).toEqual({ item: mine, unpicked: null });
});

it("is another person's only once it was picked at that host and port, and is named before that", async () => {
  expect(await find([theirs])).toEqual({ item: null, unpicked: theirs });
  expect(await find([theirs], async ({ host }) => (host === "shop.example:8443" ? [theirs.id] : []))).toEqual({
    item: theirs,
    unpicked: null,
  });
  expect(await find([sibling])).toEqual({ item: null, unpicked: null });
});

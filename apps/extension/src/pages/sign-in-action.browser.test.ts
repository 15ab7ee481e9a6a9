/** "Sign in to" fills where no one has picked: no password goes under another name. */
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { toast } from "@coffer/app/ui/toast.ts";
import { blankDraft } from "@coffer/core/items/item";
import { expect, it, vi } from "vitest";
import { fakeChrome } from "../testing/fake-chrome.ts";

const [TAB, SHOP] = [7, "https://shop.example/login"];
const fields = { username: "ann", password: "secret", website_url: SHOP };
const item = { ...blankDraft("password"), id: "1", state: "intact", fields };

/** @returns what the page was told to write, and what the person hears */
async function signsIn(typedBefore: object): Promise<readonly unknown[]> {
  const { chrome, tabs, session, page } = fakeChrome();
  tabs.set(TAB, SHOP);
  session.set("captured", typedBefore);
  Object.assign(globalThis, { chrome });
  const written: unknown[] = [];
  page.answer = async (_, message) => {
    if ("values" in message) written.push(message);
    const roles = [{ role: "username" }, { role: "current-password" }];
    return "values" in message ? { filled: [], refused: [] } : { address: SHOP, origin: new URL(SHOP).origin, fields: roles };
  };
  const heard = vi.spyOn(toast, "failed").mockReturnValue(undefined);
  heard.mockClear();
  const { signInAction } = await import("./sign-in-action.tsx");
  const vault = { findForPage: async () => [item.id], openMany: async () => [item] };
  const watch = { later: async () => ({ vault, sites: { picked: async () => [] } }) } as unknown as SessionWatch;
  signInAction(watch, { id: TAB, address: SHOP }).run();
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
  return [written, heard.mock.lastCall?.[1]];
}

const ELSE = "Something else is typed on this page. Fill in the login from the list.";

it("says whose login it is to the page, which writes nothing under another name, and sends no form then", async () => {
  const values = { username: "ann", "current-password": "secret" };
  expect(await signsIn({})).toEqual([[{ ask: "fill", values, named: "ann" }], ELSE]);
});

it("has nothing written where an earlier step has sent another name", async () => {
  const sent = { username: "bob", current: "", next: "", page: SHOP, at: Date.now(), offer: null };
  expect(await signsIn({ [TAB]: sent })).toEqual([[{ ask: "fill", values: {}, named: "ann" }], ELSE]);
});

/** The question in its own frame in a page: which press counts. */
import { beforeAll, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Offer } from "../save/messages.ts";
import { COVERED } from "./use-reply.ts";

const OFFER: Offer = { pending: "1", host: "shop.example", username: "ann", part: "password", updates: [] };
const sent: object[] = [];
let tellSeen: (isVisible: boolean) => void = () => undefined;
let later = 0;
const root = Object.assign(document.createElement("div"), { id: "root" });

beforeAll(async () => {
  const sendMessage = async (message: { readonly offer: string }): Promise<unknown> => {
    if (message.offer === "warned") return null;
    if (message.offer === "ask") return OFFER;
    sent.push(message);
    return { failed: "locked" };
  };
  Object.assign(globalThis, { chrome: { runtime: { sendMessage } } });
  const clock = performance.now.bind(performance);
  performance.now = () => clock() + later;
  const Seen = class {
    constructor(tell: (entries: readonly object[]) => void) {
      tellSeen = (isVisible) => tell([{ isVisible, intersectionRatio: 1 }]);
    }
    observe(): void {}
  };
  Object.assign(globalThis, { IntersectionObserver: Seen });
  document.body.prepend(root);
  await import("./save.tsx");
});

const button = (name: string) => page.getByRole("button", { name });
const isSaid = (text: string) => expect.element(page.getByRole("status")).toHaveTextContent(text);

it("one counts under a pointer that was moved in it, once all of it was in sight, and one by the keyboard", async () => {
  await expect.element(button("Save")).toBeVisible();
  tellSeen(true);
  later += 500;
  await button("Save").click(); // the pointer has only come
  await isSaid(COVERED);
  expect(sent).toEqual([]);
  await button("Not now").hover();
  tellSeen(false);
  await button("Save").click();
  tellSeen(true);
  await button("Save").click();
  expect(sent).toEqual([]);
  later += 500;
  await button("Save").click();
  await isSaid("Unlock Coffer to save it.");
  expect(sent).toEqual([{ offer: "save", pending: "1" }]);
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.poll(() => sent.at(-1)).toEqual({ offer: "later", pending: "1" });
});

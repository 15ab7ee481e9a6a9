/** The menu in its own frame: its lines, a press that is meant and one that is not, and the way through it by keys. */
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { MenuOffer } from "../menu/messages.ts";

const TOKEN = "0b8f1c3e-7f1e-4a52-9d21-5f1f0c9a7e11";
const OFFER: MenuOffer = {
  kind: "login",
  isLocked: false,
  host: "shop.example",
  rows: [
    { id: "1", title: "Shop", detail: "ann", isSecret: false },
    { id: "2", title: "Other", owner: { sharedBy: "eve@example.com" }, detail: "eve", isSecret: false, passkey: "with a password" },
    { id: "3", title: "", detail: "Aa1", isSecret: true, weak: "Very Weak" },
    { id: "4", title: "", detail: "Aa1-Aa1-Aa1-", isSecret: true },
  ],
};
const sent: Record<string, unknown>[] = [];
let hear: (message: unknown, sender: object) => void = () => undefined;
let outcome: object | null = {};
/** What the browser says of each line: whether all of it is in sight with nothing over it. */
const tellSeen: ((isVisible: boolean) => void)[] = [];
let later = 0;
/** The time at which the clock stands, while what is tried must not take long, however busy the machine is. */
let stopped: number | null = null;
const root = Object.assign(document.createElement("div"), { id: "root" });

beforeAll(async () => {
  const sendMessage = async (message: Record<string, unknown>): Promise<unknown> => {
    if (message.menu === "rows") return OFFER;
    sent.push(message);
    return outcome;
  };
  const addListener = (listener: typeof hear): void => {
    hear = listener;
  };
  Object.assign(globalThis, { chrome: { runtime: { id: "ours", sendMessage, onMessage: { addListener } } } });
  const clock = performance.now.bind(performance);
  performance.now = () => (stopped ?? clock()) + later;
  const Seen = class {
    constructor(tell: (entries: readonly object[]) => void) {
      tellSeen.push((isVisible) => tell([{ isVisible, intersectionRatio: 1 }]));
    }
    observe(): void {}
  };
  Object.assign(globalThis, { IntersectionObserver: Seen });
  history.replaceState(null, "", `#${TOKEN}`);
  document.body.prepend(root);
  await import("./menu.ts");
});
beforeEach(() => {
  sent.length = 0;
  outcome = {};
});
afterEach(() => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
});

const line = (name: string | RegExp) => page.getByRole("button", { name });
const byKeys = (message: object = { menuKeys: TOKEN }, sender: object = { id: "ours" }) => hear(message, sender);
/** What a person presses has been in sight for half a second. */
function seen(isVisible = true): void {
  for (const tell of tellSeen) tell(isVisible);
  later += 500;
}

it("has a line for each entry, and a second button for the password next to a passkey", async () => {
  await expect.element(page.getByRole("main", { name: "Coffer for shop.example" })).toBeVisible();
  expect([...root.querySelectorAll("button")].map(({ innerText }) => innerText.split("\n").join(" "))).toEqual([
    "SH Shop ann",
    "OT Other Shared by eve@example.com · Passkey · eve",
    "Password",
    "✱ Very weak: all this site takes Aa1",
    "✱ Use a strong password Aa1-Aa1-Aa1-",
    "Not here",
  ]);
});

it("takes no press that comes too soon, on what is covered, by a script, or under a pointer that was not moved", async () => {
  seen();
  await line(/Shop/).click(); // the pointer has only come
  await expect.element(page.getByRole("status")).toHaveTextContent("Covered, or too soon.");
  await line(/Other/).hover();
  seen(false);
  await line(/Shop/).click();
  stopped = performance.now() - later;
  for (const tell of tellSeen) tell(true);
  await line(/Shop/).click();
  stopped = null;
  later += 500;
  (await line(/Shop/).findElement()).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  (await line(/Shop/).findElement()).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(sent).toEqual([]);
});

it("sends what is pressed, and says what failed", async () => {
  await line("Not here").hover();
  seen();
  await line(/Shop/).click();
  await line(/Other/).click();
  await page.getByRole("button", { name: "Password", exact: true }).click();
  outcome = { failed: "gone" };
  await line(/Very weak/).click();
  await expect.element(page.getByRole("status")).toHaveTextContent("The page has changed. Use Coffer in the toolbar.");
  await line("Not here").click();
  const token = TOKEN;
  expect(sent).toEqual([
    { menu: "pick", token, id: "1" },
    { menu: "passkey", token, id: "2" },
    { menu: "pick", token, id: "2" },
    { menu: "pick", token, id: "3" },
    { menu: "not-here", token },
  ]);
});

it("is gone through by the arrows once someone comes into it by keys, and closed by Escape", async () => {
  byKeys({ menuKeys: "another" });
  byKeys(undefined, { id: "another" });
  byKeys(undefined, { id: "ours", tab: {} });
  expect(document.activeElement).toBe(document.body);
  byKeys();
  expect(document.activeElement?.textContent).toContain("Shop");
  await userEvent.keyboard("{ArrowUp}");
  expect(document.activeElement?.textContent).toBe("Not here");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(document.activeElement?.textContent).toContain("Other");
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("x{Escape}");
  dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  expect(sent).toEqual([
    { menu: "passkey", token: TOKEN, id: "2" },
    { menu: "close", token: TOKEN },
  ]);
});

/** The menu at a field of a page: when it comes, when it goes, and what is written of what was picked. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { offerAtFields } from "./menu-at-fields.ts";
import type { Opening } from "./messages.ts";

const FORM = `<p>Elsewhere</p><form><label>Email <input type="email" passwordrules="minlength: 9" minlength="3"></label><label>Password <input type="password"></label>
  <label><input type="checkbox"> Stay</label><button type="button">Log in</button></form>`;
const stage = document.createElement("main");
const sent: Record<string, unknown>[] = [];
let opening: Opening = { lines: 1 };
let hear: (message: unknown, sender: object, answer: (said: unknown) => void) => void = () => undefined;

beforeAll(() => {
  const sendMessage = async (message: Record<string, unknown>): Promise<unknown> => {
    sent.push(message);
    return message.menu === "open" ? opening : null;
  };
  const onMessage = {
    addListener: (listener: typeof hear) => {
      hear = listener;
    },
  };
  const runtime = { id: "ours", sendMessage, onMessage, getURL: () => "about:blank" };
  const dom = { openOrClosedShadowRoot: ({ shadowRoot }: Element) => shadowRoot };
  Object.assign(globalThis, { chrome: { runtime, dom } });
  offerAtFields();
});

beforeEach(() => {
  opening = { lines: 1 };
  stage.innerHTML = FORM;
  document.body.append(stage);
});
afterEach(async () => {
  await userEvent.click(document.body);
  stage.remove();
  sent.length = 0;
});

const field = (selector: string): HTMLInputElement => stage.querySelector(selector) ?? expect.fail(selector);
const isOpen = () => document.querySelector("html > [popover]") !== null;
const asked = () => sent.filter(({ menu }) => menu === "open");
const token = () => asked().at(-1)?.token;

async function openAt(selector = "[type=email]"): Promise<void> {
  await userEvent.click(field(selector));
  await expect.poll(isOpen).toBe(true);
}
/** What the script answers to the worker. */
function told(message: object, sender: object = { id: "ours" }): unknown {
  const answer = vi.fn();
  hear(message, sender, answer);
  return answer.mock.calls.length === 0 ? "no answer" : answer.mock.lastCall?.[0];
}

it("comes where someone goes into a field, and asks for what the field is and wants", async () => {
  await openAt();
  const rules = { rules: "minlength: 9", shortest: 3, longest: 0 };
  expect(asked()).toEqual([{ menu: "open", token: expect.any(String), kind: "login", waits: null, ...rules }]);
  await userEvent.click(field("[type=email]"));
  expect(asked()).toHaveLength(1); // it is there
});

it("comes not for what is no text, nor over a page's own window, and asks again where there was nothing", async () => {
  await userEvent.click(field("[type=checkbox]"));
  expect(sent).toEqual([]);
  opening = null;
  field("[type=password]").focus();
  await expect.poll(asked).toHaveLength(1);
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(asked).toHaveLength(2);
  expect(isOpen()).toBe(false);
  const dialog = document.createElement("dialog");
  dialog.append(field("form"));
  stage.append(dialog);
  dialog.showModal();
  await userEvent.click(field("[type=email]"));
  expect(asked()).toHaveLength(2);
  dialog.close();
});

it("writes what was picked into the form, without a new menu", async () => {
  await openAt();
  const values = { username: "ann@shop.example", "current-password": "Shop-secret-9" };
  const written = told({ menuIs: "picked", token: token(), values });
  expect(written).toMatchObject({ filled: ["username", "current-password"], refused: [] });
  expect([field("[type=email]").value, field("[type=password]").value]).toEqual(Object.values(values));
  expect(isOpen()).toBe(false);
  expect(asked()).toHaveLength(1);
});

it("writes nothing for a menu that is not there, for a page, or for another extension", async () => {
  await openAt();
  const picked = { menuIs: "picked", token: token(), values: { username: "eve" } };
  expect(told({ ...picked, token: "guessed" })).toBeNull();
  expect(told(picked, { id: "ours", tab: {} })).toBe("no answer");
  expect(told(picked, { id: "another" })).toBe("no answer");
  expect(told({ menu: "else" })).toBe("no answer");
  expect(told({ menuIs: "asked", token: token() })).toBe(true);
  expect(told({ menuIs: "over", token: token() })).toBeNull();
  expect(isOpen()).toBe(false);
  expect(told(picked)).toBeNull();
  expect(field("[type=email]").value).toBe("");
});

it("writes nothing where the page has put something over it", async () => {
  await openAt();
  const cover = Object.assign(document.createElement("div"), { popover: "manual" });
  stage.append(cover);
  cover.showPopover();
  expect(told({ menuIs: "asked", token: token() })).toBe(false);
  expect(told({ menuIs: "picked", token: token(), values: { username: "ann" } })).toBeNull();
  expect(field("[type=email]").value).toBe("");
});

it("goes by Escape, and by what is typed; the arrow leads into it or opens it again", async () => {
  await openAt();
  await userEvent.keyboard("{ArrowDown}");
  expect(sent.at(-1)).toEqual({ menu: "keys", token: token() });
  told({ menuIs: "over", token: token() });
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(isOpen).toBe(true);
  await userEvent.keyboard("{Escape}");
  expect(isOpen()).toBe(false);
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(isOpen).toBe(true);
  await userEvent.keyboard("a");
  expect([isOpen(), field("[type=email]").value]).toEqual([false, "a"]);
});

it("goes where something else is pressed, where the focus goes on, and where the field moves", async () => {
  await openAt();
  await userEvent.click(page.getByText("Elsewhere"));
  expect(isOpen()).toBe(false);
  await openAt("[type=password]");
  field("[type=checkbox]").focus();
  expect(isOpen()).toBe(false);
  await openAt();
  field("form").style.paddingTop = "20px";
  await expect.poll(isOpen).toBe(false);
});

it("offers the passkey that the page waits for, as long as it waits", async () => {
  const waits = { id: "q1", options: "{}" };
  globalThis.cofferWaits = waits;
  await openAt();
  expect(asked()).toMatchObject([{ kind: "login", waits }]);
  globalThis.cofferWaits = undefined;
  await expect.poll(isOpen).toBe(false);
  await openAt("[type=password]"); // where no passkey comes instead
  globalThis.cofferWaits = waits;
  globalThis.cofferWaitsNew?.();
  await expect.poll(asked).toHaveLength(3);
  expect(asked().map((one) => one.waits)).toEqual([waits, null, null]);
  globalThis.cofferWaits = undefined;
});

/** What a user says of a field by pointing at it, and what a page cannot do about it. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { teach } from "./teach.ts";

const sent: unknown[] = [];
const host = (): HTMLElement | null => document.querySelector("html > [popover]");
const form = document.createElement("form");
form.innerHTML = `<label style="display: block">Customer <input name="customer"></label><input name="other"><p style="height: 40px">Text</p>`;

beforeEach(() => {
  sent.length = 0;
  document.body.append(form);
  const sendMessage = async (message: unknown): Promise<boolean> => {
    sent.push(message);
    return true;
  };
  Object.assign(globalThis, { chrome: { runtime: { sendMessage } } });
  teach();
});

afterEach(() => {
  globalThis.cofferTeaches?.();
  form.remove();
});

/** Through our overlay, as a person does who sees the page below it. */
async function press(what: Element): Promise<void> {
  const { left, top } = what.getBoundingClientRect();
  const over = host();
  if (over === null) throw new Error("Nothing is over the page");
  await userEvent.click(page.elementLocator(over), { position: { x: left + 5, y: top + 5 } });
}
const label = () => form.querySelector("label") as HTMLElement;

it("is asked by a press on a field or its label, and told by the choice", async () => {
  await press(form.querySelector("p") as HTMLElement);
  await userEvent.keyboard("{Enter}");
  expect(sent).toEqual([]); // no field is there
  await press(label());
  await userEvent.keyboard("{Enter}");
  expect(sent).toEqual([{ teach: { mark: { tag: "input", name: "customer", id: "", at: 0 }, role: "username" } }]);
});

it("is asked of one field: another press changes nothing", async () => {
  await press(label());
  await press(form.querySelector("[name=other]") as HTMLElement);
  await userEvent.keyboard("{Tab}{Enter}"); // the press took the focus away from the choice
  expect(sent).toMatchObject([{ teach: { mark: { name: "customer" } } }]);
});

it("ends by Escape, which the page below does not hear of first, and by no other key", async () => {
  const stopAll = (event: Event): void => event.stopImmediatePropagation();
  document.addEventListener("keydown", stopAll, true);
  await userEvent.keyboard("x");
  expect(host()).not.toBeNull();
  await userEvent.keyboard("{Escape}");
  expect(host()).toBeNull();
  document.removeEventListener("keydown", stopAll, true);
});

it("is neither pressed nor ended by the page", async () => {
  const { left, top } = label().getBoundingClientRect();
  const below = { bubbles: true, composed: true, clientX: left + 5, clientY: top + 5 };
  dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  host()?.dispatchEvent(new MouseEvent("click", below));
  expect(host()).not.toBeNull();
  await userEvent.keyboard("{Enter}");
  expect(sent).toEqual([]);
});

it("begins again where it is asked for again", async () => {
  const before = host();
  teach();
  expect(before?.isConnected).toBe(false);
  await press(label());
  await userEvent.keyboard("{Enter}");
  expect(sent).toHaveLength(1);
});

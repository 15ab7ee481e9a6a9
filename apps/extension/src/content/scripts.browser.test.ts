/** The scripts in pages: the one that waits until someone types, and the one that fills. */
import { beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { PageRequest } from "../page-requests.ts";

type Hear = (message: PageRequest, sender: object, answer: (given: unknown) => void) => void;
const sent: unknown[] = [];
const listeners: Hear[] = [];
const stage = document.createElement("main");

beforeEach(() => {
  sent.length = 0;
  listeners.length = 0;
  document.body.append(stage);
  const sendMessage = async (message: unknown) => void sent.push(message);
  const onMessage = { addListener: (listener: Hear) => void listeners.push(listener) };
  const getURL = (name: string) => `chrome-extension://ours/${name}`;
  Object.assign(globalThis, {
    chrome: { runtime: { id: "ours", sendMessage, onMessage, getURL }, dom: { openOrClosedShadowRoot: () => null } },
  });
});

const type = async (label: string) => userEvent.type(page.getByLabelText(label, { exact: true }), "a");

it("tells once of a field that looks like no login, then of one that does, and nothing more", async () => {
  stage.innerHTML = `<label>Search <input type="text" name="q"></label><label>Colour <input type="color"></label>
    <label>Words <textarea></textarea></label><label>User <input type="text" name="user"></label><label>Word <input type="password"></label>`;
  await import("../save/input-script.ts");
  // As a page does by itself.
  page
    .getByLabelText("Word", { exact: true })
    .element()
    .dispatchEvent(new Event("input", { bubbles: true }));
  await type("Words");
  expect(sent).toEqual([]);
  await type("Search");
  await type("Search");
  expect(sent).toEqual([{ save: "typing", isLogin: false }]);
  await type("User");
  await type("Word");
  expect(sent).toEqual([
    { save: "typing", isLogin: false },
    { save: "typing", isLogin: true },
  ]);
});

const ask = (message: PageRequest, sender: object = { id: "ours" }): unknown => {
  const given: unknown[] = [];
  for (const listener of listeners) listener(message, sender, (answer) => void given.push(answer));
  return given[0];
};
const LOGIN = `<form><label>Email <input type="email" name="e" id="e"></label><label>Password <input type="password" name="p"></label></form>`;
/** Injecting it again is another load of the same script. */
const inject = () => import(/* @vite-ignore */ `${new URL("./page-script.ts", import.meta.url).href}?${crypto.randomUUID()}`);

it("says which fields the page has and fills them, for the extension's own worker and pages alone, however often it is put there", async () => {
  stage.innerHTML = LOGIN;
  await inject();
  await inject();
  expect(listeners).toHaveLength(1);
  const fields = { ask: "fields" } as const;
  expect(ask(fields)).toEqual({
    origin: location.origin,
    address: location.href,
    fields: [{ role: "username" }, { role: "current-password" }],
  });
  for (const sender of [{ id: "theirs" }, { id: "ours", tab: {} }, { id: "ours", tab: {}, url: "https://shop.example/" }])
    expect(ask(fields, sender)).toBeUndefined();
  expect(ask(fields, { id: "ours", tab: {}, url: "chrome-extension://ours/popup.html" })).toBeDefined();
  expect(ask({ ask: "fill", values: { username: "ann", "current-password": "Tulips2024" } })).toMatchObject({ refused: [] });
  expect([...stage.querySelectorAll("input")].map(({ value }) => value)).toEqual(["ann", "Tulips2024"]);
});

it("sees a field as the person has said it is", async () => {
  stage.innerHTML = `<form><label>Thing <input type="text" name="thing"></label><label>Password <input type="password" name="p"></label></form>`;
  Reflect.deleteProperty(globalThis, "cofferIsHere");
  await inject();
  const mark = { tag: "input", name: "thing", id: "", at: 0 };
  const rolesOf = (answer: unknown) => (answer as { fields: { role: string }[] }).fields.map(({ role }) => role);
  expect(rolesOf(ask({ ask: "fields", taught: [{ mark, role: "one-time-code" }] }))).toContain("one-time-code");
  expect(rolesOf(ask({ ask: "fields" }))).not.toContain("one-time-code");
});

const FILL = { ask: "fill", values: { "current-password": "Tulips2024" }, named: "ann" } as const;

it.each([
  ["a search", `<label>Thing <input type="search" name="q"></label>`, true],
  ["a tick", `<label>Thing <input type="checkbox" name="stay"></label>`, true],
  ["a password that was typed before", `<label>Thing <input type="password" name="old"></label>`, true],
  ["a password that the page shows", `<label>Thing <input type="text" name="old" autocomplete="current-password"></label>`, true],
  ["a name", `<label>Thing <input type="text" name="user"></label>`, false],
])("what no one has picked is filled after %s unless that says another name", async (_, field, isFilled) => {
  stage.innerHTML = field;
  Reflect.deleteProperty(globalThis, "cofferIsHere");
  await inject();
  const thing = page.getByLabelText("Thing", { exact: true });
  if (field.includes("checkbox")) await userEvent.click(thing);
  else await userEvent.type(thing, "bob");
  stage.innerHTML = `<form><label>Password <input type="password" name="p"></label><button>Sign in</button></form>`;
  ask(FILL);
  expect(stage.querySelector("input")?.value).toBe(isFilled ? "Tulips2024" : "");
});

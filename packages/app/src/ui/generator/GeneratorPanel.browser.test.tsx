/** The generator: each of its kinds, what can be done with a value, and its history. */
import type { GeneratedValue } from "@coffer/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { recordCopies } from "../../testing/record-copies.ts";
import { renderApp } from "../../testing/render.tsx";
import { GeneratorButton } from "./GeneratorButton.tsx";
import { GeneratorPanel } from "./GeneratorPanel.tsx";

let copied: string[] = [];
beforeEach(async () => {
  copied = await recordCopies();
});
afterEach(() => vi.restoreAllMocks());

async function open({ kept = [] as readonly GeneratedValue[], onUse = undefined as ((value: string) => void) | undefined } = {}) {
  let history = kept;
  const client = fakeClient({
    session: ANN,
    generated: {
      add: async (entry) => {
        history = [entry, ...history];
      },
      list: async () => history,
      clear: async () => {
        history = [];
      },
    },
  });
  await renderApp(<GeneratorPanel onUse={onUse} />, { client });
  return { history: () => history.map(({ value }) => value) };
}

const output = (one: string) => page.getByRole("status", { name: `Generated ${one}` });
const madeBy = (one: string) => output(one).element().textContent ?? "";
const tab = (name: string) => page.getByRole("tab", { name });
const button = (name: string) => page.getByRole("button", { name });
const toggle = (name: RegExp) => page.getByRole("switch", { name });

it("makes a password of 16 characters of all four sets, and another on request", async () => {
  await open();
  const first = madeBy("password");
  expect(first).toHaveLength(16);
  for (const set of [/[a-z]/, /[A-Z]/, /\d/, /[^a-z\d]/i]) expect(first).toMatch(set);
  await button("Generate another password").click();
  await expect.poll(() => madeBy("password")).not.toBe(first);
});

it("makes another value with every change of an option", async () => {
  await open();
  await page.getByRole("textbox", { name: "Length" }).fill("30");
  await expect.poll(() => madeBy("password").length).toBe(30);
  await toggle(/^Symbols/).click();
  await toggle(/^Numbers/).click();
  await expect.poll(() => madeBy("password")).toMatch(/^[a-zA-Z]{30}$/);
});

it("says what is missing when no set of characters is chosen, and offers nothing to copy or use", async () => {
  await open({ onUse: () => undefined });
  for (const set of [/^Uppercase/, /^Lowercase/, /^Numbers/, /^Symbols/]) await toggle(set).click();
  await expect.element(page.getByText("Choose at least one kind of character")).toBeVisible();
  await expect.element(button("Copy generated password")).not.toBeInTheDocument();
  await expect.element(button("Use")).toBeDisabled();
});

it("makes passphrases of the words, the separator and the number that are chosen", async () => {
  await open();
  await tab("Passphrase").click();
  await expect.poll(() => madeBy("passphrase")).toMatch(/^[a-z]+(-[a-z]+)+$/);
  await toggle(/^Capitalise/).click();
  await toggle(/^Add a number/).click();
  await expect.poll(() => madeBy("passphrase")).toMatch(/^[A-Z].*\d/);
});

it("makes PINs of digits only", async () => {
  await open();
  await tab("PIN").click();
  await expect.poll(() => madeBy("PIN")).toMatch(/^\d+$/);
});

it("makes user names: a word, an address with a plus, one of a domain that takes all mail", async () => {
  await open();
  await tab("Username").click();
  await expect.poll(() => madeBy("username")).toMatch(/^\w+/);
  const choose = async (option: string) => {
    await page.getByRole("combobox", { name: "Kind of username" }).click();
    await page.getByRole("option", { name: option }).click();
  };
  await choose("Address with a plus");
  await expect.poll(() => madeBy("username")).toMatch(/^ann\+.+@example\.com$/);
  await choose("Catch-all domain");
  await expect.element(page.getByText("Enter a domain whose mail reaches you")).toBeVisible();
  await page.getByLabelText("Your domain").fill("example.org");
  await expect.poll(() => madeBy("username")).toMatch(/^.+@example\.org$/);
});

it("hands its value to the form that opened it, and remembers it", async () => {
  const used: string[] = [];
  const { history } = await open({ onUse: (value) => used.push(value) });
  const value = madeBy("password");
  await button("Use").click();
  expect(used).toEqual([value]);
  expect(history()).toEqual([value]);
});

it("copies its value for as long as the device's settings say, and remembers it once", async () => {
  const { history } = await open();
  const value = madeBy("password");
  await button("Copy generated password").click();
  await expect.element(page.getByText("Copied. Clears in 30 s.")).toBeVisible();
  await button("Copy generated password").click();
  expect(copied).toEqual([value, value]);
  expect(history()).toEqual([value]);
});

it("shows earlier values, each hidden until it is revealed, and comes back to the same value", async () => {
  await open({ kept: [{ value: "an earlier one", at: Date.UTC(2026, 0, 15) }] });
  const value = madeBy("password");
  await button("History").click();
  await expect.element(page.getByText("an earlier one")).not.toBeInTheDocument();
  await page.getByRole("button", { name: /^Reveal value of/ }).click();
  await expect.poll(() => document.body.textContent).toContain("an earlier one");
  await button("Back").click();
  await expect.poll(() => madeBy("password")).toBe(value);
});

it("clears its history at the second press only", async () => {
  const { history } = await open({ kept: [{ value: "an earlier one", at: 0 }] });
  await button("History").click();
  await button("Clear history").click();
  expect(history()).toHaveLength(1);
  await userEvent.click(button("Press again to clear"));
  await expect.element(page.getByText("Nothing has been generated on this device yet.")).toBeVisible();
  expect(history()).toEqual([]);
});

it("gives the focus back to the button that opened it, not to the field that had it before", async () => {
  const client = fakeClient({ session: ANN, generated: { add: async () => undefined } });
  const form = (
    <>
      <input aria-label="Tags" />
      <GeneratorButton value="" onUse={() => undefined} />
    </>
  );
  await renderApp(form, { client });
  await page.getByLabelText("Tags").click();
  await button("Generate Password").click();
  await expect.element(tab("Password")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(button("Generate Password")).toHaveFocus();
});

/** The sheet of all keys, and the switch for those of a single letter. */
import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { SHORTCUTS } from "../../frame/keyboard/shortcuts.ts";
import { KeyboardProvider, useShortcuts } from "../../frame/keyboard/use-shortcuts.tsx";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { ShortcutSheet } from "./ShortcutSheet.tsx";

afterEach(() => localStorage.clear());

const letters = page.getByRole("switch", { name: "Shortcuts of single letters" });
const lineOf = (says: string) => page.getByRole("term").filter({ hasText: says }).element().parentElement?.textContent ?? "";

async function open() {
  const onClose = vi.fn();
  await renderApp(<ShortcutSheet onClose={onClose} />, { client: fakeClient() });
  await letters.findElement();
  return { onClose };
}

it("lists every shortcut with its keys", async () => {
  await open();
  for (const { says } of Object.values(SHORTCUTS))
    await expect.element(page.getByRole("term").filter({ hasText: says }).first()).toBeInTheDocument();
  expect(lineOf("Search everything, run a command")).toMatch(/(Ctrl|⌘|Cmd)K$/);
  expect(lineOf("New note")).toMatch(/NthenN$/);
});

it("turns the keys of a single letter off, says so, and keeps those with Ctrl", async () => {
  await open();
  await letters.click();
  await expect.poll(() => lineOf("New note")).toMatch(/Off$/);
  expect(lineOf("Search everything, run a command")).not.toMatch(/Off/);
  await letters.click();
  await expect.poll(() => lineOf("New note")).toMatch(/NthenN$/);
});

it("really turns them off", async () => {
  const pressed = vi.fn(() => true);
  function Page() {
    useShortcuts({ help: pressed, palette: pressed });
    return <ShortcutSheet onClose={() => undefined} />;
  }
  await renderApp(
    <KeyboardProvider>
      <Page />
    </KeyboardProvider>,
    { client: fakeClient() },
  );
  await letters.click();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", shiftKey: true, bubbles: true }));
  expect(pressed).not.toHaveBeenCalled();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
  expect(pressed).toHaveBeenCalledTimes(1);
});

it("closes with Escape", async () => {
  const { onClose } = await open();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

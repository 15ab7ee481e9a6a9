/** A list in a form, by mouse and by keyboard: what becomes of the rows, where the focus is then, and what is said of it. */
import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { ListEditor } from "./ListEditor.tsx";
import { useListEditor } from "./use-list-editor.ts";

function Editor({ typed }: { typed: (value: string) => void }) {
  const [value, setValue] = useState("a,b,c");
  const onType = (next: string) => {
    typed(next);
    setValue(next);
  };
  const editing = useListEditor({
    value,
    onType,
    read: (text) => text.split(",").filter(Boolean),
    write: (all) => all.filter(Boolean).join(),
  });
  return (
    <>
      <button type="button" onClick={() => setValue("x")}>
        Restore
      </button>
      <ListEditor id="add" label="Addresses" one="Web address" blank="" editing={editing}>
        {({ entry, name, change }) => <input aria-label={name} value={entry} onChange={({ target }) => change(target.value)} />}
      </ListEditor>
    </>
  );
}

async function show() {
  const typed: string[] = [];
  await renderApp(<Editor typed={(value) => typed.push(value)} />, { client: fakeClient() });
  return typed;
}
const button = (name: string) => page.getByRole("button", { name, exact: true });
const input = (at: number) => page.getByRole("textbox", { name: `Web address ${at}`, exact: true });
const said = (text: string) => expect.element(page.getByText(text)).toBeInTheDocument();

it("a row that is added has the focus, and is written once it says something", async () => {
  const typed = await show();
  await button("Add web address").click();
  await expect.element(input(4)).toHaveFocus();
  expect(typed).toEqual([]);
  await userEvent.keyboard("d");
  expect(typed).toEqual(["a,b,c,d"]);
});

it("a row that is removed hands the focus to its neighbour, and the last one to the button that adds", async () => {
  const typed = await show();
  await button("Remove Web address 2").click();
  await said("Web address 2 removed");
  await expect.element(button("Remove Web address 2")).toHaveFocus();
  await button("Remove Web address 2").click();
  await button("Remove Web address 1").click();
  await expect.element(button("Add web address")).toHaveFocus();
  expect(typed).toEqual(["a,c", "a", ""]);
});

it("a row moves with the focus in it, no further than the ends, whose buttons look so", async () => {
  const typed = await show();
  for (const [name, isDisabled] of [
    ["1 up", true],
    ["1 down", false],
    ["2 up", false],
    ["3 up", false],
    ["3 down", true],
  ] as const)
    await expect.element(button(`Move Web address ${name}`)).toHaveAttribute("aria-disabled", String(isDisabled));
  await button("Move Web address 1 down").click();
  await said("Moved to position 2 of 3");
  await expect.element(button("Move Web address 2 down")).toHaveFocus();
  await userEvent.keyboard("{Enter}{Enter}");
  await said("Moved to position 3 of 3");
  await expect.element(button("Move Web address 3 down")).toHaveFocus();
  await button("Move Web address 2 up").click();
  expect(typed).toEqual(["b,a,c", "b,c,a", "c,b,a"]);
});

it("Alt with the arrows moves the row that is typed in; the arrows alone and Alt with another key do not", async () => {
  const typed = await show();
  await input(2).click();
  await userEvent.keyboard("{ArrowUp}{ArrowDown}{Alt>}{ArrowRight}{/Alt}");
  expect(typed).toEqual([]);
  await userEvent.keyboard("{Alt>}{ArrowUp}{ArrowUp}{/Alt}");
  await expect.element(input(1)).toHaveFocus();
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await expect.element(input(2)).toHaveFocus();
  expect(typed).toEqual(["b,a,c", "a,b,c"]);
});

it("a text that comes from elsewhere starts the rows over", async () => {
  await show();
  await button("Restore").click();
  await expect.element(input(1)).toHaveValue("x");
  await expect.element(input(2)).not.toBeInTheDocument();
});

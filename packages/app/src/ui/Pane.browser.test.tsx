/** A form next to its list: what it is saved with is at the top to the eye, and after the fields to the keyboard. */
import { Button, Popover, TextInput } from "@mantine/core";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { GENERATOR_POPOVER } from "./generator/generator-popover.ts";
import { Pane } from "./Pane.tsx";

const button = (name: string) => page.getByRole("button", { name, exact: true });

it("is saved after its last field, whatever is at its top", async () => {
  const footer = (
    <>
      <Button variant="default">Cancel</Button>
      <Button>Save Password</Button>
    </>
  );
  const form = (
    <Pane title="Add New Password" isForm onClose={() => undefined} footer={footer}>
      <TextInput label="Title" data-autofocus />
      <TextInput label="Website" />
    </Pane>
  );
  await renderApp(form, { client: fakeClient() });
  await expect.element(page.getByLabelText("Title")).toHaveFocus();
  for (const next of [page.getByLabelText("Website"), button("Cancel"), button("Save Password")]) {
    await userEvent.keyboard("{Tab}");
    await expect.element(next).toHaveFocus();
  }
  const edges = (name: string) => button(name).element().getBoundingClientRect();
  const title = page.getByRole("heading", { name: "Add New Password" }).element().getBoundingClientRect();
  expect(edges("Save Password").bottom).toBeLessThan(page.getByLabelText("Title").element().getBoundingClientRect().top);
  // One line: what it is, what it is saved with, the way out.
  expect([title.right <= edges("Cancel").left, edges("Save Password").right <= edges("Close").left]).toEqual([true, true]);
});

it("of what is read begins with what can be done", async () => {
  const detail = (
    <Pane title="Harbour" onClose={() => undefined} footer={<Button>Edit</Button>}>
      <Button>Copy password</Button>
    </Pane>
  );
  await renderApp(detail, { client: fakeClient() });
  for (const name of ["Edit", "Close", "Copy password"]) {
    await userEvent.keyboard("{Tab}");
    await expect.element(button(name)).toHaveFocus();
  }
});

it("stays when Escape closes what was opened from the header, and goes with the next one", async () => {
  const close = vi.fn();
  const screen = (
    <>
      <Popover {...GENERATOR_POPOVER}>
        <Popover.Target>
          <Button>Generator</Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Button>Another one</Button>
        </Popover.Dropdown>
      </Popover>
      <Pane title="Harbour" onClose={close}>
        Read
      </Pane>
    </>
  );
  await renderApp(screen, { client: fakeClient() });
  await button("Generator").click();
  await expect.element(button("Another one")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(button("Another one")).not.toBeInTheDocument();
  expect(close).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  expect(close).toHaveBeenCalledOnce();
});

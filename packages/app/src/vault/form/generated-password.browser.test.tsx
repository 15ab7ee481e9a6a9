/** The password of a new item: the generated one it starts with, and the generator. */
import { blankDraft } from "@coffer/core/items/item";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { setPaneSlot } from "../../frame/pane-slot.ts";
import { LOGIN, NEW_PASSWORD, open } from "./testing/item-form.tsx";

describe("the generator of a new item", () => {
  it("fills the password by its first click, and again with each new value while it is open (V061)", async () => {
    const { field } = await open();
    const generated = () => page.getByRole("status", { name: "Generated password" }).element().textContent ?? "";
    const typed = () => (field("Password").element() as HTMLInputElement).value;
    await page.getByRole("button", { name: "Generate Password" }).click();
    await expect.poll(() => typed() === generated()).toBe(true);
    expect(typed()).toHaveLength(16);
    await page.getByRole("button", { name: "Generate another password" }).click();
    await expect.poll(typed).not.toBe("");
    await expect.poll(() => typed() === generated()).toBe(true);
  });

  it("and the panel never say two passwords: a look at another tab leaves none of it in the field", async () => {
    const { field } = await open();
    const generated = (one: string) => page.getByRole("status", { name: `Generated ${one}` }).element().textContent ?? "";
    const typed = () => (field("Password").element() as HTMLInputElement).value;
    await page.getByRole("button", { name: "Generate Password" }).click();
    await expect.poll(() => typed() === generated("password")).toBe(true);
    const password = typed();
    await page.getByRole("tab", { name: "Passphrase" }).click();
    // Its list of words is loaded first.
    await expect.element(page.getByRole("status", { name: "Generated passphrase" })).toBeVisible();
    await expect.poll(() => typed() === generated("passphrase")).toBe(true);
    await page.getByRole("tab", { name: "Password" }).click();
    await expect.poll(() => generated("password")).toBe(password);
    await expect.poll(typed).toBe(password);
  });

  it("opens by one click also from an emptied password, whose complaint moves the button (V061)", async () => {
    const { field } = await open();
    await field("Password").fill("");
    await field("Password").click();
    await page.getByRole("button", { name: "Generate Password" }).click();
    await expect.poll(() => (field("Password").element() as HTMLInputElement).value).toHaveLength(16);
  });

  it.each(["My-own-word-1", ""])(
    "keeps the password %j of before when the generator is opened again, until its Use is pressed",
    async (own) => {
      const { field } = await open();
      const opener = page.getByRole("button", { name: "Generate Password" });
      if (own === "") {
        await opener.click();
        await userEvent.keyboard("{Escape}");
        await expect.element(page.getByRole("status", { name: "Generated password" })).not.toBeInTheDocument();
      } else await field("Password").fill(own);
      const before = (field("Password").element() as HTMLInputElement).value;
      expect(before).not.toBe("");
      await opener.click();
      await page.getByRole("button", { name: "Generate another password" }).click();
      const generated = page.getByRole("status", { name: "Generated password" }).element().textContent ?? "";
      await expect.element(field("Password")).toHaveValue(before);
      // By keyboard: what is below the value may still move, and a click that meets nothing is no press.
      (page.getByRole("button", { name: "Use", exact: true }).element() as HTMLElement).focus();
      await userEvent.keyboard("{Enter}");
      await expect.element(field("Password")).toHaveValue(generated);
    },
  );
});

describe("a new item has a password generated for it", () => {
  const typed = (field: (name: string) => ReturnType<typeof page.getByRole>) =>
    (field("Password").element() as HTMLInputElement | undefined)?.value ?? "";
  const again = () => page.getByRole("button", { name: "Regenerate", exact: true });

  it("that is in sight with its strength, and is no change: closing asks nothing", async () => {
    const { field, onClose } = await open();
    await expect.element(field("Password")).toHaveAttribute("type", "text");
    expect(typed(field)).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{16}$/);
    await expect.element(page.getByText("Very Strong")).toBeVisible();
    await expect.element(page.getByText(/Time to guess/)).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  it("and another one as often as one likes", async () => {
    const { field } = await open();
    const first = typed(field);
    await again().click();
    await expect.poll(() => typed(field)).not.toBe(first);
    expect(typed(field)).toHaveLength(16);
  });

  it("and stays in sight where the window becomes too narrow for the place next to the list", async () => {
    const place = document.createElement("div");
    document.body.append(place);
    setPaneSlot(place);
    await page.viewport(1280, 800);
    const { field } = await open();
    const first = typed(field);
    await again().click();
    await expect.poll(() => typed(field)).not.toBe(first);
    const second = typed(field);
    await page.viewport(1100, 800);
    await expect.poll(() => place.childElementCount).toBe(0);
    await expect.element(field("Password")).toHaveValue(second);
    await expect.element(field("Password")).toHaveAttribute("type", "text");
    await expect.element(again()).toBeVisible();
    setPaneSlot(null);
    place.remove();
  });

  it("which gives way to what is pasted, and is never put in its place again", async () => {
    const { field } = await open();
    await field("Password").click();
    await userEvent.keyboard("my own");
    await expect.element(field("Password")).toHaveValue("my own");
    await expect.element(again()).not.toBeInTheDocument();
    await field("Title").click();
    await expect.element(field("Password")).toHaveAttribute("type", "password");
  });

  it("but none where there is one already: in a copy, or in an item that exists", async () => {
    const start = { ...blankDraft("password"), fields: { ...blankDraft("password").fields, ...LOGIN } };
    const { field } = await open({ target: { ...NEW_PASSWORD, start } });
    await expect.element(field("Password")).toHaveValue(LOGIN.password);
    await expect.element(field("Password")).toHaveAttribute("type", "password");
    await expect.element(again()).not.toBeInTheDocument();
  });

  it("and hides the one that comes back with a draft", async () => {
    const find = async () => ({ ...blankDraft("password"), fields: { title: "Half a thought", password: "typed before" } });
    const { field } = await open({ drafts: { find } });
    await page.getByRole("button", { name: "Restore it" }).click();
    await expect.element(field("Password")).toHaveValue("typed before");
    await expect.element(field("Password")).toHaveAttribute("type", "password");
  });
});

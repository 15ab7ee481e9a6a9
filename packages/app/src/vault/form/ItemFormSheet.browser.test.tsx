/** The form of a new item: what is typed into it, what it refuses, and how it is saved. */
import { kindOf } from "@coffer/core/items/kinds";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answering, existing, fillLogin, item, LOGIN, open } from "./testing/item-form.tsx";

describe("what is typed into a new item", () => {
  it("has the focus in its title, so that the first space is typed and presses nothing", async () => {
    const { field, onClose } = await open();
    await expect.element(field("Title")).toHaveFocus();
    await userEvent.keyboard(" My");
    await expect.element(field("Title")).toHaveValue(" My");
    expect(onClose).not.toHaveBeenCalled();
  });

  it("is written from right to left where its letters are", async () => {
    const { field } = await open();
    const directionOf = (name: string) => getComputedStyle(field(name).element()).direction;
    await field("Title").fill("חנות הספרים");
    await field("Notes").fill("כתובת: תל אביב");
    await field("Username / Email").fill("ann");
    expect(["Title", "Notes", "Username / Email"].map(directionOf)).toEqual(["rtl", "rtl", "ltr"]);
  });

  it("says what is missing, each under its field, and puts the focus on the first of them", async () => {
    const { field, save } = await open();
    await field("Title").fill("GitHub");
    await field("Password").clear();
    await save.click();
    await expect.element(page.getByText("Please fill in all required fields")).toBeVisible();
    await expect.element(page.getByText("Username is required")).toBeVisible();
    await expect.element(page.getByText("Password is required")).toBeVisible();
    await expect.element(field("Username / Email")).toHaveFocus();
  });

  it("says what is wrong with a field once it was left, and no longer when it is typed into", async () => {
    const { field } = await open();
    await field("Title").fill("ab");
    await field("Username / Email").click();
    await expect.element(page.getByText("Title must be at least 3 characters")).toBeVisible();
    await field("Title").fill("abc");
    await expect.element(page.getByText("Title must be at least 3 characters")).not.toBeInTheDocument();
  });

  it("says what is missing in a field that was passed by with nothing typed at all, but not to who goes to Cancel", async () => {
    const { field } = await open();
    await expect.element(field("Title")).toHaveFocus();
    (page.getByRole("button", { name: "Cancel" }).element() as HTMLElement).focus();
    await expect.element(page.getByText("Title is required")).not.toBeInTheDocument();
    await field("Title").click();
    await field("Username / Email").click();
    await field("Password").click();
    await expect.element(page.getByText("Title is required")).toBeVisible();
    await expect.element(page.getByText("Username is required")).toBeVisible();
  });

  it("refuses a further web address that is none, as it refuses the first (V-4)", async () => {
    const create = vi.fn(async () => item());
    const { field, save } = await open({ vault: { create } });
    await fillLogin(field);
    await page.getByRole("button", { name: /^More / }).click();
    await page.getByRole("button", { name: "Add web address" }).click();
    await field("Web address 1").fill("ftp://one.example");
    await save.click();
    await expect.element(page.getByText("Please enter a valid URL")).toBeVisible();
    await expect.element(field("Web address 1")).toHaveFocus();
    expect(create).not.toHaveBeenCalled();
  });
});

it("a press counts although a complaint moves what is pressed: it waits until the finger is up", async () => {
  const { field } = await open();
  await expect.element(field("Title")).toHaveFocus();
  const before = (field("Password").element() as HTMLInputElement).value;
  await page.getByRole("button", { name: "Regenerate" }).click();
  await expect.element(page.getByText("Title is required")).toBeVisible();
  await expect.element(field("Password")).not.toHaveValue(before);
});

describe("what few fill in", () => {
  const more = page.getByRole("button", { name: /^More / });
  const custom = page.getByText("Custom fields", { exact: true });

  it("is behind More, which names it, and stays where it is while it is typed into", async () => {
    await open();
    await expect.element(more).toHaveTextContent("MoreMatches, More web addresses, Ask for master password, Custom fields, Tags");
    await expect.element(more).toHaveAttribute("aria-expanded", "false");
    expect(page.getByRole("button", { name: "Add web address" }).elements()).toEqual([]);
    await more.click();
    await page.getByRole("button", { name: "Add web address" }).click();
    await expect.element(page.getByRole("textbox", { name: "Web address 1" })).toBeVisible();
    await expect.element(more).toHaveAttribute("aria-expanded", "true");
  });

  it("is in sight where it is filled", async () => {
    await open(existing(item({ tags: JSON.stringify(["daily"]) })));
    await expect.element(page.getByText("daily")).toBeVisible();
    await expect.element(more).not.toHaveTextContent("Tags");
    await expect.element(custom).not.toBeVisible();
  });
});

describe("saving a new item", () => {
  it("is saved once however often it is pressed", async () => {
    const { asked, ask, arrive } = answering(() => item());
    const { field, save, onClose, onSaved } = await open({ vault: { create: ask } });
    await fillLogin(field);
    const button = (await save.findElement()) as HTMLButtonElement;
    button.click();
    button.click();
    await expect.element(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
    arrive();
    await expect.element(page.getByText("Password added successfully")).toBeVisible();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.draft.fields).toMatchObject(LOGIN);
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onSaved).toHaveBeenCalledTimes(1);
  });

  it("is saved from anywhere in it with Ctrl and Enter", async () => {
    const { asked, ask } = answering(() => item());
    const { field } = await open({ vault: { create: ask } });
    await fillLogin(field);
    await field("Notes").fill("first line");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => asked.length).toBe(1);
  });

  it("keeps what was typed when the server cannot be reached, and says so in a toast", async () => {
    const { field, save, onClose } = await open({ vault: { create: () => Promise.reject(new TypeError("Failed to fetch")) } });
    await fillLogin(field);
    await save.click();
    await expect.element(page.getByRole("alert").filter({ hasText: kindOf("password").words.createFailed })).toBeVisible();
    await expect.element(field("Username / Email")).toHaveValue("ann");
    await expect.element(save).toBeEnabled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it("says why it was not saved until it is tried again, and saves what was typed then", async () => {
    const silent = Object.assign(new Error("The server does not answer."), { name: "ConnectionError" });
    const create = vi.fn(async () => item()).mockRejectedValueOnce(silent);
    const { field, save, onClose } = await open({ vault: { create } });
    await fillLogin(field);
    await save.click();
    await expect.element(page.getByText("Not saved yet. What you typed stays here. The server does not answer.")).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(create).toHaveBeenCalledTimes(2);
  });
});

it("says while typing how full a note is, and refuses in its own words what does not fit (T8, V-8)", async () => {
  await open({ target: { kind: "note", item: null, categoryId: null, from: "picker" } });
  const body = page.getByRole("textbox", { name: "Notes" });
  await body.fill("x".repeat(60_000));
  await expect.element(body).toHaveAccessibleDescription("58.5 of 64 KB");
  await body.fill("x".repeat(70_000));
  await expect.element(body).toHaveAccessibleDescription("68.4 KB are more than the 64 KB that fit");
  await page.getByRole("textbox", { name: "Name" }).fill("Long");
  await page.getByRole("button", { name: kindOf("note").words.save, exact: true }).click();
  await expect.element(page.getByText("Notes: 68.4 KB are more than the 64 KB that fit")).toBeVisible();
  await body.fill("short");
  await expect.element(body).not.toHaveAccessibleDescription(/KB/);
});

it("takes nothing more while it is being saved, and the focus stays: what is typed then would close with the form, unsaved", async () => {
  const { asked, ask, arrive } = answering(() => item());
  const { field, save, onClose } = await open({ vault: { create: ask } });
  await fillLogin(field);
  await save.click();
  await expect.poll(() => asked.length).toBe(1);
  await field("Title").click();
  await userEvent.keyboard("s");
  await page.getByRole("textbox", { name: "Username / Email" }).click();
  await userEvent.keyboard("a");
  await expect.element(field("Title")).toHaveValue(LOGIN.title);
  await expect.element(field("Username / Email")).toHaveValue(LOGIN.username);
  await expect.element(field("Username / Email")).toHaveFocus();
  arrive();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

it("takes what is typed again once the server has refused", async () => {
  const { ask, arrive } = answering((): ReturnType<typeof item> => {
    throw new Error("boom");
  });
  const { field, save } = await open({ vault: { create: ask } });
  await fillLogin(field);
  await save.click();
  arrive();
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await field("Title").fill("GitLab");
  await expect.element(field("Title")).toHaveValue("GitLab");
});

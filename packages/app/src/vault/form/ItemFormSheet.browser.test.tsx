/** What a person meets in the form of an item: a new one and one that exists, refusals, conflicts, and what must not get lost. */
import type { Client, SaveOutcome } from "@coffer/client";
import { blankDraft, type Draft, type Item } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { anItem, aVault } from "../../testing/sample-items.ts";
import { ItemFormSheet } from "./ItemFormSheet.tsx";
import type { FormTarget } from "./use-item-form.ts";

const NEW_PASSWORD: FormTarget = { kind: "password", item: null, categoryId: null, from: "picker" };
const HOME = aVault("Home");
const CONTENTS = { items: [], vaults: [HOME] };
const LOGIN = { title: "GitHub", username: "ann", password: "Correct-Horse-9!" };

interface World {
  readonly target?: FormTarget;
  readonly vault?: PartOf<Client["vault"]>;
  readonly drafts?: PartOf<Client["drafts"]>;
}

async function open({ target = NEW_PASSWORD, vault = {}, drafts = {} }: World = {}) {
  const onClose = vi.fn();
  const onSaved = vi.fn();
  const generated = { add: async () => undefined };
  const client = fakeClient({ session: ANN, drafts, generated, vault: { contents: () => CONTENTS, pull: async () => CONTENTS, ...vault } });
  await renderApp(<ItemFormSheet target={target} editor="modal" onClose={onClose} onSaved={onSaved} />, { client, at: "browser" });
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  return { onClose, onSaved, field, save: page.getByRole("button", { name: /^(Save|Update) Password$/ }) };
}

/** A server that answers when it is told to. */
function answering<T>(answer: () => T) {
  const asked: { draft: Draft }[] = [];
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const ask = async (input: { draft: Draft }): Promise<T> => {
    asked.push(input);
    await arrived;
    return answer();
  };
  return { asked, ask, arrive: () => arrive() };
}

const item = (fields: Record<string, string> = {}, more: Partial<Item> = {}) =>
  anItem("GitHub", { ...more, fields: { ...blankDraft("password").fields, ...LOGIN, ...fields } });

const existing = (base: Item): World => ({
  target: { kind: base.kind, item: base },
  vault: { open: async () => base },
});

async function fillLogin(field: (name: string) => ReturnType<typeof page.getByRole>) {
  await field("Title").fill(LOGIN.title);
  await field("Username / Email").fill(LOGIN.username);
  await field("Password").fill(LOGIN.password);
}

describe("a new item", () => {
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

  it("has its password filled by the first click on the generator, which it follows while that is open (V061)", async () => {
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

  it("opens the generator by one click also from an emptied password, whose complaint moves the button (V061)", async () => {
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
      await page.getByRole("button", { name: "Use", exact: true }).click();
      await expect.element(field("Password")).toHaveValue(generated);
    },
  );

  describe("has a password made for it", () => {
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

  it("goes to the vault and with the star that were chosen", async () => {
    const { asked, ask, arrive } = answering(() => item());
    const { field, save } = await open({ vault: { create: ask } });
    await fillLogin(field);
    await page.getByRole("combobox", { name: "Vault" }).click();
    await page.getByRole("option", { name: "Home" }).click();
    await page.getByRole("checkbox", { name: "Add to favorites" }).click();
    await save.click();
    arrive();
    await expect.poll(() => asked[0]?.draft).toMatchObject({ categoryId: HOME.id, favourite: true });
  });

  it("goes to a vault that is made on the spot, by Enter in its name, which does not save the item", async () => {
    const createVault = vi.fn(async ({ name }: { name: string }) => ({ ...HOME, id: "made", name }));
    const create = vi.fn(async () => item());
    const { field, save } = await open({ vault: { create, createVault } });
    await fillLogin(field);
    await page.getByRole("combobox", { name: "Vault" }).click();
    await page.getByRole("option", { name: "Create new Vault" }).click();
    await expect.element(field("New vault name")).toHaveFocus();
    await userEvent.keyboard("Work{Enter}");
    await expect.element(page.getByRole("combobox", { name: "Vault" })).toBeVisible();
    expect(createVault.mock.calls).toMatchObject([[{ name: "Work" }]]);
    expect(create).not.toHaveBeenCalled();
    await save.click();
    await expect.poll(() => create.mock.calls).toMatchObject([[{ draft: { categoryId: "made" } }]]);
  });

  it("is not put into someone else's vault by mistake: the list says whose each is", async () => {
    const theirs = aVault("Home", { isOwner: false, permission: "write", sharedBy: "bob@example.com" });
    const contents = { ...CONTENTS, vaults: [...CONTENTS.vaults, theirs] };
    const { asked, ask, arrive } = answering(() => item());
    const { field, save } = await open({ vault: { create: ask, contents: () => contents, pull: async () => contents } });
    await fillLogin(field);
    await page.getByRole("combobox", { name: "Vault" }).click();
    await expect.element(page.getByRole("option", { name: "Home", exact: true })).toBeVisible();
    await page.getByRole("option", { name: "Home · by bob@example.com", exact: true }).click();
    await save.click();
    arrive();
    await expect.poll(() => asked[0]?.draft.categoryId).toBe(theirs.id);
  });

  it("finds the vault by what is typed of its name (V-10)", async () => {
    await open();
    const vault = page.getByRole("combobox", { name: "Vault" });
    await vault.fill("hom");
    await expect.element(page.getByRole("option", { name: "Home" })).toBeVisible();
    await expect.element(page.getByRole("option", { name: "Select Vault" })).not.toBeInTheDocument();
    await page.getByRole("option", { name: "Home" }).click();
    await expect.element(vault).toHaveValue("Home");
  });

  it("makes the new vault once however often it is pressed (V-1)", async () => {
    const createVault = vi.fn(async () => HOME);
    const { field } = await open({ vault: { createVault } });
    await page.getByRole("combobox", { name: "Vault" }).click();
    await page.getByRole("option", { name: "Create new Vault" }).click();
    await field("New vault name").fill("Work");
    const create = (await page.getByRole("button", { name: "Create", exact: true }).findElement()) as HTMLButtonElement;
    create.click();
    create.click();
    await expect.element(page.getByRole("combobox", { name: "Vault" })).toHaveValue("Home");
    expect(createVault).toHaveBeenCalledTimes(1);
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

  it("refuses a further web address that is none, as it refuses the first (V-4)", async () => {
    const create = vi.fn(async () => item());
    const { field, save } = await open({ vault: { create } });
    await fillLogin(field);
    await page.getByRole("button", { name: "Add web address" }).click();
    await field("Web address 1").fill("ftp://one.example");
    await save.click();
    await expect.element(page.getByText("Please enter a valid URL")).toBeVisible();
    await expect.element(field("Web address 1")).toHaveFocus();
    expect(create).not.toHaveBeenCalled();
  });
});

describe("an item that exists", () => {
  it("opens with its values and the focus in its title", async () => {
    const { field } = await open(existing(item()));
    await expect.element(field("Title")).toHaveValue("GitHub");
    await expect.element(field("Title")).toHaveFocus();
  });

  it("keeps a choice that is in no list, as an import may bring it (unknown choice)", async () => {
    const base = anItem("Card", {
      kind: "card",
      fields: { name: "Everyday", card_type: "charge", card_holder_name: "ANN", card_number: "4111", expiration_date: "12/31" },
    });
    const update = vi.fn(async (_: { base: Item; draft: Draft }): Promise<SaveOutcome> => ({ item: base, conflict: null }));
    const world = existing(base);
    const { field } = await open({ ...world, vault: { ...world.vault, update } });
    await expect.element(page.getByRole("combobox", { name: "Card Type" })).toHaveValue("charge");
    await field("Card Number").fill("4222222222222");
    await page.getByRole("combobox", { name: "Card Type" }).click();
    await expect.element(page.getByRole("option", { name: "charge" })).toBeVisible();
    await page.getByRole("option", { name: "charge" }).click();
    await page.getByRole("button", { name: /^Update/ }).click();
    await expect.poll(() => update.mock.calls[0]?.[0].draft.fields.card_type).toBe("charge");
  });

  it("tells when it was changed on another device as well, and that both versions were kept", async () => {
    const base = item();
    const copy = item({ title: "GitHub (conflict copy)" }, { id: "copy" });
    const world = existing(base);
    const update = async (): Promise<SaveOutcome> => ({ item: base, conflict: copy });
    const { field, save, onClose } = await open({ ...world, vault: { ...world.vault, update } });
    await field("Username / Email").fill("bob");
    await save.click();
    await expect.element(page.getByText('"GitHub" was also changed on another device. Both versions were kept.')).toBeVisible();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["was deleted meanwhile", {}],
    ["is not shared with you any more", { isOwner: false, permission: "write", sharedBy: "bob@example.com" }],
  ] as const)("tells when it %s, and does not say that it was changed (V-9)", async (happened, more) => {
    const base = item({}, more);
    const copy = item({ title: "GitHub (conflict copy)" }, { id: "copy" });
    const world = existing(base);
    const update = async (): Promise<SaveOutcome> => ({ item: copy, conflict: copy });
    const { field, save } = await open({ ...world, vault: { ...world.vault, update } });
    await field("Username / Email").fill("bob");
    await save.click();
    await expect.element(page.getByText(`"GitHub" ${happened}. What you typed was kept as a new item.`)).toBeVisible();
    await expect.element(page.getByText("was also changed on another device")).not.toBeInTheDocument();
  });

  it("says that it cannot be edited when it does not open", async () => {
    await open(existing(item({}, { state: "tampered" })));
    await expect.element(page.getByText("Failed to prepare entry for editing")).toBeVisible();
    await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
  });

  const read = item({}, { isOwner: false, permission: "read", sharedBy: "bob@example.com" });

  it("is only shown, with its name and owner, to a user who may not change it", async () => {
    const contents = { ...CONTENTS, items: [read] };
    await open({ ...existing(read), vault: { open: async () => read, contents: () => contents, pull: async () => contents } });
    const view = page.getByRole("dialog", { name: kindOf("password").words.view });
    await expect.element(view.getByText("GitHub", { exact: true })).toBeVisible();
    await expect.element(view.getByText("Shared by bob@example.com")).toBeVisible();
    await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
  });

  it("shows nothing any more of what has ended while it was looked at", async () => {
    const end = Date.now() + 2_000;
    const contents = () => (Date.now() < end ? { ...CONTENTS, items: [read], nextEnd: end } : CONTENTS);
    const asked = async () => contents();
    await open({ ...existing(read), vault: { open: async () => read, contents, local: asked, pull: asked } });
    await expect.element(page.getByText("ann", { exact: true })).toBeVisible();
    await expect.element(page.getByText("This item is no longer shared with you.")).toBeVisible();
    await expect.element(page.getByText("ann", { exact: true })).not.toBeInTheDocument();
  });

  it("is dirty from the start when it was opened with an earlier password, and Cancel asks", async () => {
    const base = item();
    const { field, onClose } = await open({ ...existing(base), target: { kind: "password", item: base, changes: { password: "older" } } });
    await expect.element(field("Password")).toHaveValue("older");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByRole("alertdialog", { name: "Unsaved changes" })).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("what was typed and not saved", () => {
  it("is kept half a second after the last key, and thrown away when the person says so (V-9)", async () => {
    const keep = vi.fn(async (_: { place: string; value: unknown }) => undefined);
    const discard = vi.fn(async (_: { place: string }) => undefined);
    const { field, onClose } = await open({ drafts: { keep, discard } });
    await field("Title").fill("Half a thought");
    await expect
      .poll(() => keep.mock.calls.at(-1)?.[0])
      .toMatchObject({
        place: "item/new/password",
        value: { kind: "password", fields: { title: "Half a thought" } },
      });
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Close without saving" }).click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    await expect.poll(() => discard.mock.calls).toEqual([[{ place: "item/new/password" }]]);
  });

  it("is thrown away although it is still being sealed", async () => {
    const steps: string[] = [];
    let sealed = () => {};
    const keep = vi.fn(async () => {
      await new Promise<void>((resolve) => {
        sealed = resolve;
      });
      steps.push("kept");
    });
    const { field, onClose } = await open({ drafts: { keep, discard: async () => void steps.push("discarded") } });
    await field("Title").fill("Half a thought");
    await expect.poll(() => keep.mock.calls.length).toBe(1);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Close without saving" }).click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    sealed();
    await expect.poll(() => steps).toEqual(["kept", "discarded"]);
  });

  it("is thrown away once it is saved", async () => {
    const discard = vi.fn(async (_: { place: string }) => undefined);
    const { field, save, onClose } = await open({
      drafts: { discard },
      vault: { create: async () => item() },
    });
    await fillLogin(field);
    await save.click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    await expect.poll(() => discard.mock.calls).toEqual([[{ place: "item/new/password" }]]);
  });

  it("is offered again, and is in the form once it is restored", async () => {
    const find = async () => ({ ...blankDraft("password"), fields: { title: "Half a thought" } });
    const { field } = await open({ drafts: { find } });
    await page.getByRole("button", { name: "Restore it" }).click();
    await expect.element(field("Title")).toHaveValue("Half a thought");
    await expect.element(page.getByRole("button", { name: "Restore it" })).not.toBeInTheDocument();
  });

  it("is not offered when it is what the form begins with, or belongs to another kind", async () => {
    const find = vi.fn(async () => ({ ...blankDraft("card"), fields: { name: "Half a card" } }));
    await open({ drafts: { find } });
    await expect.poll(() => find.mock.calls.length).toBe(1);
    await expect.element(page.getByRole("button", { name: "Restore it" })).not.toBeInTheDocument();
  });

  it("is asked about by the browser's Back, and the page behind the form stays (V-9)", async () => {
    history.pushState({ idx: 0 }, "", "/before");
    history.pushState({ idx: 1 }, "", "/passwords");
    const { field, onClose } = await open();
    await field("Title").fill("Half a thought");
    history.back();
    await expect.element(page.getByRole("alertdialog", { name: "Unsaved changes" })).toBeVisible();
    expect(location.pathname).toBe("/passwords");
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
    await expect.element(field("Title")).toHaveValue("Half a thought");
    expect(onClose).not.toHaveBeenCalled();
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

it("offers no favourite in someone else's vault: only the owner may mark (V-10)", async () => {
  const theirs = aVault("Theirs", { isOwner: false, permission: "write", sharedBy: "bob@example.com" });
  const contents = { items: [], vaults: [HOME, theirs] };
  await open({ vault: { contents: () => contents, pull: async () => contents } });
  const favourite = page.getByRole("checkbox", { name: kindOf("password").words.favourite });
  await expect.element(favourite).toBeVisible();
  await page.getByRole("combobox", { name: "Vault" }).click();
  await page.getByRole("option", { name: "Theirs" }).click();
  await expect.element(favourite).not.toBeInTheDocument();
});

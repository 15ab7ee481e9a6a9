/** The form of an item on a screen of its own, with a client that has only the verbs a test gives it. */
import type { Client } from "@coffer/client";
import { blankDraft, type Draft, type Item } from "@coffer/core/items/item";
import { vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../../testing/fake-client.ts";
import { renderApp } from "../../../testing/render.tsx";
import { anItem, aVault } from "../../../testing/sample-items.ts";
import { ItemFormSheet } from "../ItemFormSheet.tsx";
import type { FormTarget } from "../use-item-form.ts";

export const NEW_PASSWORD = { kind: "password", item: null, categoryId: null, from: "picker" } as const satisfies FormTarget;
export const HOME = aVault("Home");
export const CONTENTS = { items: [], vaults: [HOME] };
export const LOGIN = { title: "GitHub", username: "ann", password: "Correct-Horse-9!" };

interface World {
  readonly target?: FormTarget;
  readonly vault?: PartOf<Client["vault"]>;
  readonly drafts?: PartOf<Client["drafts"]>;
}

export async function open({ target = NEW_PASSWORD, vault = {}, drafts = {} }: World = {}) {
  const onClose = vi.fn();
  const onSaved = vi.fn();
  const generated = { add: async () => undefined };
  const client = fakeClient({ session: ANN, drafts, generated, vault: { contents: () => CONTENTS, pull: async () => CONTENTS, ...vault } });
  await renderApp(<ItemFormSheet target={target} editor="modal" onClose={onClose} onSaved={onSaved} />, { client, at: "browser" });
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  return { onClose, onSaved, field, save: page.getByRole("button", { name: /^(Save|Update) Password$/ }) };
}

/** A server that answers when it is told to. */
export function answering<T>(answer: () => T) {
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

export const item = (fields: Record<string, string> = {}, more: Partial<Item> = {}) =>
  anItem("GitHub", { ...more, fields: { ...blankDraft("password").fields, ...LOGIN, ...fields } });

export const existing = (base: Item): World => ({
  target: { kind: base.kind, item: base },
  vault: { open: async () => base },
});

export async function fillLogin(field: (name: string) => ReturnType<typeof page.getByRole>) {
  await field("Title").fill(LOGIN.title);
  await field("Username / Email").fill(LOGIN.username);
  await field("Password").fill(LOGIN.password);
}

/** The verbs of the vault that may wait for the server, over those that may not: what is not answered is kept (waiting-edits.ts), and what is kept is shown. */
import { AppError } from "@coffer/contract/errors";
import { type Draft, type Item, isOwnItem } from "@coffer/core/items/item";
import { readTags, tagKey, writeTags } from "@coffer/core/items/structured-fields";
import { generateId } from "@coffer/crypto";
import type { SaveOutcome } from "../../types.ts";
import { scopeOf, type VaultContext } from "../context.ts";
import { place, setFavourite, setFavourites } from "../item-metadata.ts";
import { open, openMany, pull } from "../read.ts";
import { createAny, refuseIncomplete, remove, update } from "../save.ts";
import { tag } from "../tag.ts";
import { restore } from "../trash.ts";
import { isToWait, type Keeping, WaitingEdits } from "./waiting-edits.ts";
import { itemWith, type WaitingEdit } from "./waiting-list.ts";

export interface WaitingApi {
  /** Sends what waits now, also what was refused before. */
  readonly send: () => Promise<void>;
  readonly discard: (edit: { readonly id: string }) => Promise<void>;
}

/** @param verbs - of this client; those that may wait are replaced. For as long as the vault is open. */
export async function keepEdits(context: VaultContext, verbs: object, keeping: Keeping): Promise<WaitingApi> {
  const waiting = new WaitingEdits(context, keeping);
  await waiting.read();
  context.shown.waiting = waiting;
  Object.assign(verbs, waitingVerbs(context));
  return {
    async send() {
      await waiting.send(true);
      await context.shown.refresh();
    },
    discard: waiting.discard,
  };
}

type Input<Verb extends (context: VaultContext, input: never) => unknown> = Parameters<Verb>[1];

/** With what waits; as without where it was not asked for since the vault was opened. */
function waitingVerbs(context: VaultContext) {
  const found = (id: string): WaitingEdit | undefined => context.shown.waiting?.find(id);
  return {
    create: ({ draft }: { readonly draft: Draft }) => createOrKeep(context, draft),
    update: (edit: Input<typeof update>) => updateOrKeep(context, edit),
    remove: ({ ids }: Input<typeof remove>) => removeOrKeep(context, ids),
    restore: ({ ids }: Input<typeof restore>) => restoreOrKeep(context, ids),
    setFavourite: async ({ id, favourite }: Input<typeof setFavourite>): Promise<Item> => {
      await changeOrKeep(
        context,
        [id],
        (ids) => setFavourites(context, { ids, favourite }),
        (draft) => ({ ...draft, favourite }),
        () => setFavourite(context, { id, favourite }),
      );
      return openWith(context, { id });
    },
    setFavourites: ({ ids, favourite }: Input<typeof setFavourites>) =>
      changeOrKeep(
        context,
        ids,
        (own) => setFavourites(context, { ids: own, favourite }),
        (draft) => ({ ...draft, favourite }),
      ),
    place: ({ ids, categoryId }: Input<typeof place>) =>
      changeOrKeep(
        context,
        ids,
        (own) => place(context, { ids: own, categoryId }),
        (draft) => ({ ...draft, categoryId }),
      ),
    tag: ({ ids, ...tags }: Input<typeof tag>) =>
      changeOrKeep(
        context,
        ids,
        (own) => tag(context, { ids: own, ...tags }),
        (draft) => retagged(draft, tags),
      ),
    open: (input: Input<typeof open>) => openWith(context, input),
    openMany: async (input: Parameters<typeof openMany>[1] = {}): Promise<Item[]> => {
      const held = await openMany(context, input);
      return held.flatMap((item) => {
        const edit = found(item.id);
        if (!edit) return [item];
        return edit.isDeleted ? [] : (itemWith(edit, item) ?? []);
      });
    },
    pull: async () => {
      const contents = await pull(context);
      const { waiting } = context.shown;
      if (!waiting) return contents;
      await waiting.read();
      if (waiting.edits.length > 0) await waiting.send();
      return context.shown.contents ?? contents;
    },
  };
}

async function createOrKeep(context: VaultContext, draft: Draft): Promise<Item> {
  refuseIncomplete(draft);
  const { waiting } = context.shown;
  const { keys } = await scopeOf(context, draft.categoryId);
  // In another person's vault its maker has to be proven with the key of that time.
  if (!waiting || !keys.rights.isOwner) return createAny(context, draft);
  const id = generateId(context.random);
  return createAny(context, draft, id).catch(async (error: unknown) => {
    const [item] = await kept(context, error, [{ id, scopeId: keys.scopeId, base: null, draft, isDeleted: false }]);
    if (!item) throw error;
    return item;
  });
}

async function updateOrKeep(context: VaultContext, edit: Input<typeof update>): Promise<SaveOutcome> {
  const { base, draft } = edit;
  const { waiting } = context.shown;
  const wanted = { id: base.id, scopeId: base.scopeId, base, draft, isDeleted: false };
  if (!waiting?.find(base.id)) {
    return update(context, edit).catch(async (error: unknown) => {
      const [item] = await kept(context, error, [wanted]);
      return { item: item ?? base, keptAs: null };
    });
  }
  refuseIncomplete(draft);
  const [item] = await waiting.keep([wanted]);
  await waiting.send();
  return { item: await openWith(context, base).catch(() => item ?? base), keptAs: null };
}

/** @returns the ids of those that stay; see `remove` (save.ts) */
async function removeOrKeep(context: VaultContext, ids: readonly string[]): Promise<string[]> {
  const { waiting } = context.shown;
  const here = ids.filter((id) => waiting?.find(id));
  const others = ids.filter((id) => !here.includes(id));
  const shown = new Map(context.shown.contents?.items.map((item) => [item.id, item]));
  const wanted = (id: string) => {
    const base = shown.get(id) ?? null;
    return base ? [{ id, scopeId: base.scopeId, base, draft: null, isDeleted: true }] : [];
  };
  let staying: string[] = [];
  if (others.length > 0)
    staying = await remove(context, { ids: others }).catch(async (error: unknown) => {
      await kept(context, error, others.flatMap(wanted));
      return [];
    });
  if (!waiting || here.length === 0) return staying;
  await waiting.keep(here.flatMap(wanted));
  await waiting.send();
  return staying;
}

/** What is deleted and waits comes back without the server. */
async function restoreOrKeep(context: VaultContext, ids: readonly string[]): Promise<void> {
  const { waiting } = context.shown;
  const here = ids.flatMap((id) => waiting?.find(id) ?? []).filter(({ isDeleted }) => isDeleted);
  const others = ids.filter((id) => !here.some((edit) => edit.id === id));
  if (others.length > 0) await restore(context, { ids: others });
  if (!waiting || here.length === 0) return;
  await waiting.keep(
    here.map(({ id, scopeId, base, draft }) => ({ id, scopeId, base, draft: draft ?? (base && draftOf(base)), isDeleted: false })),
  );
  await waiting.send();
}

const draftOf = ({ kind, categoryId, favourite, fields }: Item): Draft => ({ kind, categoryId, favourite, fields });

/** A change of the same kind to many items. @param one - how it is sent for a single item, if not as for many */
async function changeOrKeep(
  context: VaultContext,
  ids: readonly string[],
  send: (ids: readonly string[]) => Promise<unknown>,
  change: (draft: Draft) => Draft,
  one: () => Promise<unknown> = () => send(ids),
): Promise<void> {
  const { waiting } = context.shown;
  const here = ids.filter((id) => waiting?.find(id));
  const others = ids.filter((id) => !here.includes(id));
  const wanted = async (all: readonly string[]) => {
    const items = await Promise.all(all.map((id) => openWith(context, { id })));
    return items.map((base) => ({ id: base.id, scopeId: base.scopeId, base, draft: change(draftOf(base)), isDeleted: false }));
  };
  if (others.length > 0)
    await (here.length > 0 ? send(others) : one()).catch(async (error: unknown) => {
      if (!isToWait(error)) throw error;
      const all = await wanted(others);
      // Where an item of someone else is concerned, the server has a say that cannot be foreseen.
      if (!all.every(({ base }) => isOwnItem(base))) throw error;
      await kept(context, error, all);
    });
  if (!waiting || here.length === 0) return;
  await waiting.keep(await wanted(here));
  await waiting.send();
}

function retagged(draft: Draft, { add = [], remove: gone = [] }: Omit<Input<typeof tag>, "ids">): Draft {
  const without = new Set(gone.map(tagKey));
  const left = readTags(draft.fields.tags ?? "").filter((name) => !without.has(tagKey(name)));
  return { ...draft, fields: { ...draft.fields, tags: writeTags([...left, ...add]) } };
}

/** @throws the error where it is not one that passes, or nothing can be kept here */
async function kept(context: VaultContext, error: unknown, wanted: Parameters<WaitingEdits["keep"]>[0]): Promise<readonly (Item | null)[]> {
  const { waiting } = context.shown;
  if (!waiting || !isToWait(error)) throw error;
  return waiting.keep(wanted);
}

async function openWith(context: VaultContext, input: Input<typeof open>): Promise<Item> {
  const edit = context.shown.waiting?.find(input.id);
  if (!edit) return open(context, input);
  const item = edit.isDeleted ? null : itemWith(edit, edit.base && (await open(context, input)));
  if (!item) throw new AppError("not_found");
  return item;
}

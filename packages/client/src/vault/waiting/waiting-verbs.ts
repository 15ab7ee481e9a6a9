/** The verbs of the vault that may wait for the server, over those that may not: what is not answered is kept (waiting-edits.ts), and what is kept is shown. */
import { isRefusal } from "@coffer/contract/errors";
import { type Draft, draftOf, type Item, isOwnItem } from "@coffer/core/items/item";
import { generateId } from "@coffer/crypto";
import { bindVerbs } from "../../bind-verbs.ts";
import type { Contents, SaveOutcome } from "../../types.ts";
import { scopeOf, type VaultContext } from "../context.ts";
import { place, setFavourite, setFavourites } from "../item-metadata.ts";
import { open, pull } from "../read.ts";
import { type create, createAny, type Press, refuseIncomplete, remove, update } from "../save.ts";
import { retagged, tag } from "../tag.ts";
import { restore } from "../trash.ts";
import { sendOrKeep } from "./send-or-keep.ts";
import { newPress } from "./stored-edit.ts";
import type { WaitingEditsApi } from "./waiting-api.ts";
import { type Keeping, WaitingEdits } from "./waiting-edits.ts";
import { waitingOutcome } from "./waiting-outcome.ts";
import { type Context, openManyWith, openWith, trashWith } from "./waiting-reads.ts";

/** @param verbs - of this client; those that may wait are replaced. For as long as the vault is open. */
export async function keepEdits(vault: VaultContext, verbs: object, keeping: Keeping): Promise<WaitingEditsApi> {
  const waiting = new WaitingEdits(vault, keeping);
  await waiting.begin();
  vault.shown.overlay = waiting;
  const context: Context = {
    ...vault,
    get waiting() {
      return vault.shown.overlay === waiting ? waiting : null;
    },
  };
  Object.assign(verbs, bindVerbs(context, VERBS));
  return {
    async send() {
      await waiting.send(true);
      await vault.shown.refresh();
    },
    discard: waiting.discard,
    async look() {
      await waiting.read();
      return waiting.isAnyDue();
    },
  };
}

type Input<Verb extends (context: VaultContext, input: never) => unknown> = Parameters<Verb>[1];

async function favouriteOrKeep(context: Context, { id, favourite }: Input<typeof setFavourite>): Promise<Item> {
  const send = () => setFavourite(context, { id, favourite });
  await changeOrKeep(context, [id], send, (draft) => ({ ...draft, favourite }));
  return openWith(context, { id });
}

const favouritesOrKeep = (context: Context, { ids, favourite }: Input<typeof setFavourites>): Promise<void> =>
  changeOrKeep(
    context,
    ids,
    (own) => setFavourites(context, { ids: own, favourite }),
    (draft) => ({ ...draft, favourite }),
  );

const placeOrKeep = (context: Context, { ids, categoryId }: Input<typeof place>): Promise<void> =>
  changeOrKeep(
    context,
    ids,
    (own) => place(context, { ids: own, categoryId }),
    (draft) => ({ ...draft, categoryId }),
  );

const tagOrKeep = (context: Context, { ids, ...tags }: Input<typeof tag>): Promise<void> => {
  const presses = new Map(ids.map((id) => [id, newPress(context)]));
  const saveIds = new Map([...presses].map(([id, { saveId }]) => [id, saveId]));
  return changeOrKeep(
    context,
    ids,
    (own) => tag(context, { ids: own, ...tags, saveIds }),
    (draft) => ({ ...draft, fields: { ...draft.fields, tags: retagged(draft.fields.tags ?? "", tags) } }),
    presses,
  );
};

async function pullAndSend(context: Context): Promise<Contents> {
  // Another page may have kept something because there is no answer: it is shown here too.
  const contents = await pull(context).catch(async (error: unknown) => {
    await context.waiting?.read().catch(() => undefined); // what the pull met is said
    throw error;
  });
  const { waiting } = context;
  if (!waiting) return contents;
  waiting.isSilent = false;
  await waiting.read();
  if (waiting.edits.length > 0) await waiting.send();
  return context.shown.contents ?? contents;
}

async function createOrKeep(context: Context, { draft, id = generateId(context.random) }: Input<typeof create>): Promise<Item> {
  refuseIncomplete(draft);
  const { waiting } = context;
  const { keys } = await scopeOf(context, draft.categoryId);
  // In another person's vault its maker has to be proven with the key of that time.
  if (!waiting || !keys.rights.isOwner) return createAny(context, draft);
  const press = newPress(context);
  const send = () =>
    createAny(context, draft, { id, saveId: press.saveId }).catch(async (error: unknown) => {
      if (isRefusal(error, "id_taken") && (await scopeOf(context, id)).records.has(id)) return open(context, { id });
      throw error;
    });
  const done = await sendOrKeep(context, send, async () => [{ id, scopeId: keys.scopeId, base: null, draft, isDeleted: false, press }]);
  return "answer" in done ? done.answer : (done.kept[0] ?? openWith(context, { id }));
}

async function updateOrKeep(context: Context, edit: Input<typeof update>): Promise<SaveOutcome> {
  const { base, draft } = edit;
  const { waiting } = context;
  const wanted = { id: base.id, scopeId: base.scopeId, base, draft, isDeleted: false, ...(edit.isUndo && { isUndo: true }) };
  refuseIncomplete(draft);
  if (!waiting?.find(base.id)) {
    const press = newPress(context);
    const done = await sendOrKeep(
      context,
      () => update(context, { ...edit, press }),
      async () => [{ ...wanted, press }],
    );
    return "answer" in done ? done.answer : waitingOutcome(base, done.kept[0] ?? base);
  }
  const [item] = await waiting.keep([wanted]);
  await sendNow(context);
  return waitingOutcome(base, await openWith(context, base).catch(() => item ?? base));
}

/** @returns the ids of those that stay; see `remove` (save.ts) */
async function removeOrKeep(context: Context, { ids }: Input<typeof remove>): Promise<string[]> {
  const { waiting } = context;
  const [here, others] = apart(context, ids);
  const shown = new Map(context.shown.contents?.items.map((item) => [item.id, item]));
  // With all fields: an edit may join it. Of the revision that was shown: what is newer is not deleted.
  const wanted = async (id: string) => {
    const listed = shown.get(id);
    if (!listed) return [];
    const { fields } = await openWith(context, { id }).catch(() => listed);
    return [{ id, scopeId: listed.scopeId, base: { ...listed, fields }, draft: null, isDeleted: true }];
  };
  const allWanted = async (all: readonly string[]) => (await Promise.all(all.map(wanted))).flat();
  let staying: string[] = [];
  if (others.length > 0) {
    const done = await sendOrKeep(
      context,
      () => remove(context, { ids: others }),
      () => allWanted(others),
      others.length,
    );
    if ("answer" in done) staying = done.answer;
  }
  if (!waiting || here.length === 0) return staying;
  await waiting.keep(await allWanted(here));
  await sendNow(context);
  return staying;
}

/** What is deleted and waits comes back without the server. */
async function restoreOrKeep(context: Context, { ids }: Input<typeof restore>): Promise<void> {
  const { waiting } = context;
  const here = ids.flatMap((id) => waiting?.find(id) ?? []).filter(({ isDeleted }) => isDeleted);
  const others = ids.filter((id) => !here.some((edit) => edit.id === id));
  if (others.length > 0) await restore(context, { ids: others });
  if (!waiting || here.length === 0) return;
  await waiting.keep(
    here.map(({ id, scopeId, base, draft }) => ({ id, scopeId, base, draft: draft ?? (base && draftOf(base)), isDeleted: false })),
  );
  await sendNow(context);
}

/** Those that wait already, and the others. */
function apart({ waiting }: Context, ids: readonly string[]): readonly [here: string[], others: string[]] {
  const here = ids.filter((id) => waiting?.find(id));
  return [here, ids.filter((id) => !here.includes(id))];
}

/** What is wanted may depend on what has landed, so it is looked first; without an answer it goes on waiting. */
async function sendNow(context: Context): Promise<void> {
  const isKnown = await pull(context).then(
    () => true,
    () => false,
  );
  if (isKnown) await context.waiting?.send();
}

/** A change of the same kind to many items. @param send - those that do not wait already */
async function changeOrKeep(
  context: Context,
  ids: readonly string[],
  send: (ids: readonly string[]) => Promise<unknown>,
  change: (draft: Draft) => Draft,
  presses?: ReadonlyMap<string, Press>,
): Promise<void> {
  const { waiting } = context;
  const [here, others] = apart(context, ids);
  const wanted = async (all: readonly string[]) => {
    const items = await Promise.all(all.map((id) => openWith(context, { id })));
    return items.map((base) => {
      const press = presses?.get(base.id);
      return { id: base.id, scopeId: base.scopeId, base, draft: change(draftOf(base)), isDeleted: false, ...(press && { press }) };
    });
  };
  // Where an item of someone else is concerned, the server has a say that cannot be foreseen.
  const wantedOfOwn = async () => {
    const all = await wanted(others);
    return all.every(({ base }) => isOwnItem(base)) ? all : null;
  };
  if (others.length > 0) await sendOrKeep(context, () => send(others), wantedOfOwn, others.length);
  if (!waiting || here.length === 0) return;
  await waiting.keep(await wanted(here));
  await sendNow(context);
}

const VERBS = {
  create: createOrKeep,
  update: updateOrKeep,
  remove: removeOrKeep,
  restore: restoreOrKeep,
  setFavourite: favouriteOrKeep,
  setFavourites: favouritesOrKeep,
  place: placeOrKeep,
  tag: tagOrKeep,
  open: openWith,
  openMany: openManyWith,
  pull: pullAndSend,
  trash: trashWith,
};

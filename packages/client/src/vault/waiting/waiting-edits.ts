/**
 * Keeps edits that the server did not answer, sealed on this device like drafts, shows them at once, and sends them with the next pull that succeeds. They outlive
 * a lock, a reload and the session. An edit is sent as any other, so it may meet another one and loses nothing (merge-edit.ts), and one that is sent twice is the same edit.
 */
import type { Item } from "@coffer/core/items/item";
import { ClientError, NoKeysError } from "../../errors.ts";
import type { Keyring } from "../../keyring.ts";
import type { Contents, SaveOutcome } from "../../types.ts";
import type { VaultContext } from "../context.ts";
import { Attempts } from "./classify-failure.ts";
import { type SentEdit, sendEdit } from "./send-edit.ts";
import { newPress } from "./stored-edit.ts";
import { upgradeEdit } from "./upgrade-edit.ts";
import {
  contentsWith,
  isAnything,
  isDone,
  isToNote,
  itemWith,
  joined,
  leftAfter,
  noted,
  saveOf,
  touchedOf,
  type WaitingEdit,
} from "./waiting-list.ts";
import { WaitingSlot } from "./waiting-slot.ts";
import { isOthersVault, type Wanted, withDerivedFields } from "./wanted-edit.ts";

export interface Keeping {
  /** Of all that there is to say of. */
  readonly onChange: (edits: readonly WaitingEdit[]) => void;
  readonly onSent: (sent: readonly SentEdit[]) => void;
  /** No one sees what is said here: what cannot be opened any more is left for a page that tells of it. */
  readonly isUnseen?: boolean;
}

export class WaitingEdits {
  readonly #context: VaultContext;
  readonly #keeping: Keeping;
  /** Of the session in which these edits were read; null once it is over. What is under way then is not kept for the account that is opened next. */
  #keyring: Keyring | null;
  readonly #slot: WaitingSlot;
  #edits: readonly WaitingEdit[] = [];
  /** What these are as they lie on this device; undefined where that is not known. */
  #sealed: string | null | undefined;
  readonly #attempts = new Attempts();
  #last: Promise<unknown> = Promise.resolve();
  #shown: { readonly of: Contents; readonly with: Contents } | null = null;

  constructor(context: VaultContext, keeping: Keeping) {
    this.#keyring = context.keyring();
    this.#context = context;
    this.#keeping = keeping;
    this.#slot = new WaitingSlot(context, () => {
      if (!this.#keyring) throw new NoKeysError();
      return this.#keyring;
    });
  }

  /** The server did not answer the last press. */
  isSilent = false;
  /** How many calls of presses are on their way with it, by item. */
  readonly #held = new Map<string, number>();
  hold = (id: string): void => void this.#held.set(id, (this.#held.get(id) ?? 0) + 1);
  release(id: string): void {
    const left = (this.#held.get(id) ?? 1) - 1;
    if (left === 0) this.#held.delete(id);
    else this.#held.set(id, left);
  }

  /** After a lock or the end of the session. */
  forget(): void {
    this.#keyring = null;
    this.#edits = [];
    this.#shown = null;
  }

  get edits(): readonly WaitingEdit[] {
    return this.#edits;
  }

  find = (id: string): WaitingEdit | undefined => this.#edits.find((edit) => edit.id === id);

  over(contents: Contents): Contents {
    if (this.#edits.length === 0) return contents;
    if (this.#shown?.of !== contents) this.#shown = { of: contents, with: contentsWith(contents, this.#edits) };
    return this.#shown.with;
  }

  /** Reads what waits. @throws ClientError, once, where it cannot be opened any more; ConnectionError where that is not known without the server */
  async begin(): Promise<void> {
    const { device } = this.#context;
    await this.#slot.learn();
    await this.#context.keys.alone(async () => {
      const kept = await this.#slot.renew((before, next) => joined(before, next, { ...newPress(this.#context), device }));
      if (kept) return this.#set(this.#lifted(kept));
      if (!this.#keeping.isUnseen) await this.#slot.putAside();
      throw new LostEditsError(LOST);
    });
  }

  /** Once more: another page of this browser may have kept, or sent, some. What has not changed is not opened again, and waits for no turn. */
  async read(): Promise<void> {
    if ((await this.#slot.text()) === this.#sealed) return;
    await this.#context.keys.alone(async () => {
      const sealed = await this.#slot.text();
      this.#set(await this.#stored());
      this.#sealed = sealed;
    });
  }

  /** In a turn: what another page keeps meanwhile would look like something that does not open. */
  async #stored(): Promise<readonly WaitingEdit[]> {
    const kept = await this.#slot.read();
    if (!kept) throw new ClientError(OTHER_KEYS);
    return this.#lifted(kept);
  }

  #lifted = (edits: readonly WaitingEdit[]): WaitingEdit[] => edits.map((edit) => upgradeEdit(edit, this.#context));

  #set(edits: readonly WaitingEdit[]): void {
    if (edits.length === 0 && this.#edits.length === 0) return;
    this.#edits = edits;
    this.#shown = null;
    this.#keeping.onChange(edits.filter(isAnything));
  }

  /** In one turn with every page of this browser. */
  async #change(change: (edits: readonly WaitingEdit[]) => readonly WaitingEdit[]): Promise<void> {
    await this.#context.keys.alone(async () => {
      this.#sealed = undefined;
      const next = change(await this.#stored());
      await this.#slot.keep(next);
      this.#set(next);
    });
  }

  /** @returns the item as it is shown from now on; null where it is deleted */
  async keep(wanted: readonly Wanted[]): Promise<readonly (Item | null)[]> {
    const { device } = this.#context;
    const at = this.#context.now();
    const pressed = await Promise.all(
      wanted.map(async ({ press, ...one }) => {
        const derived = await withDerivedFields(this.#context, one, at);
        const draft = derived.draft && touchedOf(derived.draft, derived.base);
        const isIntoOthers = await isOthersVault(this.#context, draft, derived.base);
        const { saveId, apartId } = newPress(this.#context);
        const saves = press ? [{ ...saveOf(press.saveId, { base: derived.base, draft }), isSent: true as const }] : [];
        return {
          saveId,
          edit: { ...derived, draft, isIntoOthers, saves, apartId: press?.apartId ?? apartId, at, count: 1, refused: null },
        };
      }),
    );
    const keeping = this.#change((edits) => {
      const all = new Map(edits.map((edit) => [edit.id, edit]));
      for (const { saveId, edit } of pressed) all.set(edit.id, joined(all.get(edit.id), edit, { saveId, device }));
      return [...all.values()];
    });
    await keeping.catch((error: unknown) => {
      throw error instanceof ClientError ? error : new ClientError(NO_ROOM, { cause: error });
    });
    const edits = new Map(this.#edits.map((edit) => [edit.id, edit]));
    return wanted.map(({ id }) => {
      const edit = edits.get(id);
      return edit && !edit.isDeleted ? itemWith(edit, edit.base) : null;
    });
  }

  /** Of presses that were answered after all: what was pressed since, as an edit of what is there. @param presses - the save of each, by item */
  dropAnswered(presses: ReadonlyMap<string, string>, there: ReadonlyMap<string, Item>): Promise<void> {
    const left = (now: WaitingEdit): WaitingEdit[] => {
      const done = now.saves.find(({ saveId }) => saveId === presses.get(now.id));
      if (!done) return [now];
      if (now.count === 1) return [];
      const item = there.get(now.id);
      // What is found on the server by its save is looked at when the rest is sent.
      if (!item) return [now];
      const after = leftAfter(now, done, item);
      return isDone(after) ? [] : [after];
    };
    return this.#change((edits) => edits.flatMap(left));
  }

  /** Whether any is sent by the next pull. */
  isAnyDue = (): boolean => this.#edits.some(this.#isDue);
  #isDue = (edit: WaitingEdit): boolean => this.#attempts.isDue(edit, this.#context.now());

  /** Drops one that was refused, or is not wanted any more: the item is as the server has it. */
  discard = ({ id }: { readonly id: string }): Promise<void> => this.#change((edits) => edits.filter((edit) => edit.id !== id));

  /** One after the other; stops where the server does not answer. What is refused stays, with the reason, until its owner decides, or the server is well again. @param isAgain - those too */
  send(isAgain = false): Promise<void> {
    const run = this.#last.then(() => this.#sendAll(isAgain));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #sendAll(isAgain: boolean): Promise<void> {
    const sent: SentEdit[] = [];
    for (const { id } of this.#edits) {
      const edit = this.find(id);
      if (!edit || this.#held.has(id) || !(isAgain || this.#isDue(edit))) continue;
      try {
        if (isToNote(edit)) await this.#change((edits) => noted(edits, edit)).catch(() => undefined);
        const done = await sendEdit(this.#context, edit);
        await this.#change((edits) => edits.flatMap((now) => (now.id === id ? leftOf(now, edit, done.outcome) : [now])));
        if (isAnything(edit)) sent.push(done);
      } catch (error) {
        const { isOver, reason, isFault } = this.#attempts.classify(edit, error, this.#context.now());
        if (isOver) break;
        if (reason === null) continue;
        // Where that finds no room it is tried again, and refused again.
        await this.#change((edits) => edits.map((now) => (isSamePress(now, edit) ? { ...now, refused: reason, isFault } : now))).catch(
          () => undefined,
        );
      }
    }
    if (sent.length > 0) this.#keeping.onSent(sent);
  }
}

const NO_ROOM =
  "This change could not be kept on this device, whose storage may be full, and the server does not answer. It was not saved.";

const LOST =
  "Changes that waited on this device cannot be opened any more, because the keys of this account were replaced. They were not sent to the server. They stay on this device, encrypted as they are.";

/** Recognised by its name: screens tell of it, and of no other error in this way. */
class LostEditsError extends ClientError {
  override readonly name = "LostEditsError";
}

/** Another page of this browser has been signed in since. */
const OTHER_KEYS = "The keys of this account were replaced. Please load the page again, so that this change can be kept on this device.";

const isSamePress = (now: WaitingEdit, sent: WaitingEdit): boolean =>
  now.id === sent.id && now.count === sent.count && now.saves.at(-1)?.saveId === sent.saves.at(-1)?.saveId;

/** What is left of an edit once `sent` is on the server: nothing, or what was pressed meanwhile, as an edit of that. */
function leftOf(now: WaitingEdit, sent: WaitingEdit, outcome: SaveOutcome | null): WaitingEdit[] {
  if (isSamePress(now, sent)) return [];
  // Another page has sent this one too, and the item was changed again since.
  const last = sent.saves.at(-1);
  if (!last || !now.saves.some(({ saveId }) => saveId === last.saveId)) return [now];
  const there = outcome?.item ?? itemWith(sent, sent.base);
  return [there ? leftAfter(now, last, there) : now];
}

/**
 * A press whose call is not answered within a moment is kept on this device while the call goes on, so that whoever closes the page meanwhile loses nothing. Its save has an id, so
 * a late answer is harmless: with it what was kept goes, but for what was pressed since.
 */
import type { Item } from "@coffer/core/items/item";
import type { VaultContext } from "../context.ts";
import { open } from "../read.ts";
import { newPress } from "./landed-edit.ts";
import { isToWait, meaningOf } from "./not-now.ts";
import type { WaitingEdits, Wanted } from "./waiting-edits.ts";

/** No one waits so long without noticing. */
const MOMENT_MS = 1_500;

type Kept = readonly (Item | null)[];

/** What the server did, or what is shown of what waits for it. */
type Done<T> = { readonly answer: T } | { readonly kept: Kept };

interface HeldContext extends VaultContext {
  /** Null once the vault was locked. */
  readonly waiting: WaitingEdits | null;
}

/**
 * @param wanted - what is kept; null where this device cannot foresee what the server says, so that nothing is
 * @throws what `send` throws where that is not one that passes, or nothing can be kept
 */
export async function sendOrKeep<T>(
  context: HeldContext,
  send: () => Promise<T>,
  wanted: () => Promise<readonly Wanted[] | null>,
): Promise<Done<T>> {
  const { waiting } = context;
  if (!waiting) return { answer: await send() };
  const holding = new Holding(context, waiting, wanted);
  const timer = setTimeout(() => void holding.keep().catch(() => undefined), waiting.isSilent ? 0 : MOMENT_MS);
  try {
    const answer = await send();
    waiting.isSilent = false;
    clearTimeout(timer);
    await holding.drop();
    return { answer };
  } catch (error) {
    clearTimeout(timer);
    if (!isToWait(error)) {
      // After the end of a session its owner signs in again, and it is sent then.
      if (meaningOf(error).isOver) holding.release();
      else await holding.drop();
      throw error;
    }
    waiting.isSilent = true;
    const kept = context.waiting === waiting ? await holding.keep() : null;
    holding.release();
    if (!kept) throw error;
    return { kept };
  }
}

class Holding {
  readonly #context: HeldContext;
  readonly #waiting: WaitingEdits;
  readonly #wanted: () => Promise<readonly Wanted[] | null>;
  /** The save of each, by item. */
  #presses: ReadonlyMap<string, string> = new Map();
  #keeping: Promise<Kept | null> | null = null;

  constructor(context: HeldContext, waiting: WaitingEdits, wanted: () => Promise<readonly Wanted[] | null>) {
    this.#context = context;
    this.#waiting = waiting;
    this.#wanted = wanted;
  }

  /** Once; again where that found no room. @returns null where nothing may be kept */
  keep(): Promise<Kept | null> {
    this.#keeping ??= this.#keep().catch((error: unknown) => {
      this.#keeping = null;
      this.release();
      throw error;
    });
    return this.#keeping;
  }

  async #keep(): Promise<Kept | null> {
    const wanted = (await this.#wanted())?.map((one) => ({ ...one, press: one.press ?? newPress(this.#context) }));
    if (!wanted) return null;
    this.#presses = new Map(wanted.map(({ id, press }) => [id, press.saveId]));
    for (const id of this.#presses.keys()) this.#waiting.held.add(id);
    return this.#waiting.keep(wanted);
  }

  /** Sent by what is sent next, from here on. */
  release(): void {
    for (const id of this.#presses.keys()) this.#waiting.held.delete(id);
  }

  /** The server has answered: of this press nothing waits. */
  async drop(): Promise<void> {
    const kept = await this.#keeping?.catch(() => null);
    if (kept) {
      const there = new Map<string, Item>();
      const joined = [...this.#presses.keys()].filter((id) => (this.#waiting.find(id)?.count ?? 0) > 1);
      for (const id of joined)
        await open(this.#context, { id }).then(
          (item) => there.set(id, item),
          () => undefined,
        );
      await this.#waiting.settle(this.#presses, there).catch(() => undefined); // what is sent once more is the same
    }
    this.release();
  }
}

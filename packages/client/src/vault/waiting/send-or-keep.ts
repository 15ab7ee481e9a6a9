/**
 * A press whose call is not answered within a moment is kept on this device while the call goes on, so that anyone who closes the page meanwhile loses nothing. Its save has an id, so
 * a late answer is harmless: with it what was kept goes, but for what was pressed since.
 */
import type { Item } from "@coffer/core/items/item";
import { isAway } from "../../failures.ts";
import type { VaultContext } from "../context.ts";
import { open } from "../read.ts";
import { classifyFailure } from "./classify-failure.ts";
import { newPress } from "./stored-edit.ts";
import type { WaitingEdits } from "./waiting-edits.ts";
import type { Wanted } from "./wanted-edit.ts";

/** No one waits so long without noticing. */
const MOMENT_MS = 1_500;
/** Of more than this at once, all would be opened and sealed here next to the call that does the same: they are kept once that has failed. */
const MOST_HELD = 50;

type KeptItems = readonly (Item | null)[];

/** What the server did, or what is shown of what waits for it. */
type Done<T> = { readonly answer: T } | { readonly kept: KeptItems };

interface HeldContext extends VaultContext {
  /** Null once the vault was locked. */
  readonly waiting: WaitingEdits | null;
}

/**
 * @param wanted - what is kept; null where this device cannot foresee what the server says, so that nothing is
 * @param count - of items
 * @throws what `send` throws where that is not one that passes, or nothing can be kept
 */
export async function sendOrKeep<T>(
  context: HeldContext,
  send: () => Promise<T>,
  wanted: () => Promise<readonly Wanted[] | null>,
  count = 1,
): Promise<Done<T>> {
  const { waiting } = context;
  if (!waiting) return { answer: await send() };
  const holding = new Holding(context, waiting, wanted);
  const hold = (): void => void holding.keep().catch(() => undefined);
  const timer = count <= MOST_HELD ? setTimeout(hold, waiting.isSilent ? 0 : MOMENT_MS) : undefined;
  try {
    const answer = await send();
    waiting.isSilent = false;
    clearTimeout(timer);
    await holding.drop();
    return { answer };
  } catch (error) {
    clearTimeout(timer);
    const isSilent = isAway(error);
    if (!isSilent && !classifyFailure(error).isOver) {
      await holding.drop();
      throw error;
    }
    if (isSilent) waiting.isSilent = true;
    // Of what comes a little later, or after the end of a session once its owner has signed in again: what is kept already is sent then, and pressed by no one once more.
    const kept = isSilent && context.waiting === waiting ? await holding.keep() : await holding.kept();
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
  #keeping: Promise<KeptItems | null> | null = null;
  readonly #held: string[] = [];

  constructor(context: HeldContext, waiting: WaitingEdits, wanted: () => Promise<readonly Wanted[] | null>) {
    this.#context = context;
    this.#waiting = waiting;
    this.#wanted = wanted;
  }

  /** Once; again where that found no room. @returns null where nothing may be kept */
  keep(): Promise<KeptItems | null> {
    this.#keeping ??= this.#keep().catch((error: unknown) => {
      this.#keeping = null;
      this.release();
      throw error;
    });
    return this.#keeping;
  }

  /** What the moment has kept; null for nothing. */
  kept = async (): Promise<KeptItems | null> => (await this.#keeping?.catch(() => null)) ?? null;

  async #keep(): Promise<KeptItems | null> {
    const wanted = (await this.#wanted())?.map((one) => ({ ...one, press: one.press ?? newPress(this.#context) }));
    if (!wanted) return null;
    this.#presses = new Map(wanted.map(({ id, press }) => [id, press.saveId]));
    for (const id of this.#presses.keys()) {
      this.#waiting.hold(id);
      this.#held.push(id);
    }
    return this.#waiting.keep(wanted);
  }

  /** Sent by what is sent next, from here on. */
  release(): void {
    for (const id of this.#held.splice(0)) this.#waiting.release(id);
  }

  /** The server has answered: of this press nothing waits. */
  async drop(): Promise<void> {
    const kept = await this.kept();
    if (kept) {
      const there = new Map<string, Item>();
      const joined = [...this.#presses.keys()].filter((id) => (this.#waiting.find(id)?.count ?? 0) > 1);
      for (const id of joined)
        await open(this.#context, { id }).then(
          (item) => there.set(id, item),
          () => undefined,
        );
      await this.#waiting.dropAnswered(this.#presses, there).catch(() => undefined); // what is sent once more is the same
    }
    this.release();
  }
}

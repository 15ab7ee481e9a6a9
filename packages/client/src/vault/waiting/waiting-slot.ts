/**
 * Where edits wait on this device: one slot, sealed under a key that this account's keys of that time make. New keys do not end it: who made them has left that key in the trust
 * store (sync/waiting-keys.ts). What opens with none of them, as after a start with an empty vault, is put aside and not deleted.
 */
import type { Version } from "@coffer/core/items/item";
import { context as bound, DecryptError, type SecretKey, sha256, toHex, unwrap, utf8, uuidToBytes, wrap } from "@coffer/crypto";
import { DEVICE_PREFIX } from "../../device/store.ts";
import type { Keyring } from "../../keyring.ts";
import { deriveWaitingKey, waitingKeysIn } from "../../sync/waiting-keys.ts";
import type { KeyStore } from "../../types.ts";
import type { VaultContext } from "../context.ts";
import type { WaitingEdit } from "./waiting-list.ts";

const PLACE = "edits that wait, under keys of their own";
/** Of an earlier version, which deletes what it cannot open: a page of it may still be open next to this one. What it seals is bound to this too, as all of this file. */
const EARLIER = "edits that wait";
/** Of texts that did not open, one in each line. */
const ASIDE = "edits that wait, put aside";

type OfEpoch = readonly [epoch: number, key: SecretKey];

interface Opened {
  readonly edits: readonly WaitingEdit[];
  /** It is not under the key of now. */
  readonly isOld: boolean;
}

interface There {
  readonly place: string;
  readonly text: string;
  /** Null where it does not open. */
  readonly opened: Opened | null;
}

type Join = (before: WaitingEdit | undefined, next: WaitingEdit) => WaitingEdit;

export class WaitingSlot {
  readonly #context: Pick<VaultContext, "keys" | "scope">;
  readonly #keyring: () => Keyring;
  /** Of earlier epochs; empty until something needs them. */
  #earlier: readonly OfEpoch[] = [];

  /** @param keyring - throws once the session is over */
  constructor(context: Pick<VaultContext, "keys" | "scope">, keyring: () => Keyring) {
    this.#context = context;
    this.#keyring = keyring;
  }

  /** Learns the keys of before where there is something to open with them. Not in a turn: the server may be asked. @throws ConnectionError; then nothing was touched */
  async learn(): Promise<void> {
    const { slots, aside } = await this.#all();
    if (aside.length === 0 && slots.every(({ opened }) => opened !== null)) return;
    const scope = await this.#context.scope();
    if (!(await scope.load())) await scope.pull();
    this.#earlier = scope.trust === null ? [] : await waitingKeysIn(this.#keyring(), scope.trust);
  }

  /** As it is sealed: the same text is the same edits. */
  text = (): Promise<string | null> => this.#text(PLACE);

  /** @returns null where it does not open */
  async read(): Promise<readonly WaitingEdit[] | null> {
    const text = await this.text();
    return text === null ? [] : ((await this.#open(text))?.edits ?? null);
  }

  /** After `learn`, in a turn: what is under a key of before is sealed again, with what can be opened of what was put aside. @returns as `read` */
  async renew(join: Join): Promise<readonly WaitingEdit[] | null> {
    const { slots, aside } = await this.#all();
    if (slots.some(({ opened }) => opened === null)) return null;
    const back = aside.flatMap(({ opened }) => opened?.edits ?? []);
    const there = slots.flatMap(({ opened }) => opened?.edits ?? []);
    if (back.length === 0 && slots.every(({ place, opened }) => place === PLACE && opened?.isOld === false)) return there;
    const all = new Map<string, WaitingEdit>();
    for (const edit of [...back, ...there]) {
      const before = all.get(edit.id);
      all.set(edit.id, before ? join(before, edit) : edit);
    }
    await this.keep([...all.values()]);
    await this.#remove(EARLIER);
    if (back.length > 0) await this.#leaveAside(aside.filter(({ opened }) => opened === null));
    return [...all.values()];
  }

  async keep(edits: readonly WaitingEdit[]): Promise<void> {
    if (edits.length === 0) return this.#remove(PLACE);
    const own = this.#keyring();
    const { name, binding } = await this.#locate(PLACE);
    const bytes = new TextEncoder().encode(JSON.stringify(edits));
    const wrapped = await wrap({ ...binding, key: await deriveWaitingKey(own), epoch: own.keyEpoch, bytes });
    await this.#context.keys.set(name, new TextEncoder().encode(wrapped));
  }

  /** What does not open. */
  async putAside(): Promise<void> {
    const { slots, aside } = await this.#all();
    const shut = slots.filter(({ opened }) => opened === null);
    await this.#leaveAside([...aside, ...shut]);
    for (const { place } of shut) await this.#remove(place);
  }

  #remove = async (place: string): Promise<void> => this.#context.keys.remove((await this.#locate(place)).name);

  async #leaveAside(texts: readonly Pick<There, "text">[]): Promise<void> {
    const { name } = await this.#locate(ASIDE);
    if (texts.length === 0) return this.#remove(ASIDE);
    await this.#context.keys.set(name, new TextEncoder().encode(texts.map(({ text }) => text).join("\n")));
  }

  /** Everything of this account that is here. */
  async #all(): Promise<{ readonly slots: readonly There[]; readonly aside: readonly There[] }> {
    const opened = (place: string, texts: readonly string[]): Promise<There[]> =>
      Promise.all(texts.map(async (text) => ({ place, text, opened: await this.#open(text) })));
    const [earlier, now, aside] = await Promise.all([EARLIER, PLACE, ASIDE].map((place) => this.#text(place)));
    const slots = [...(await opened(EARLIER, earlier ? [earlier] : [])), ...(await opened(PLACE, now ? [now] : []))];
    return { slots, aside: await opened(ASIDE, aside?.split("\n") ?? []) };
  }

  async #text(place: string): Promise<string | null> {
    const value = await this.#context.keys.get((await this.#locate(place)).name);
    return value && new TextDecoder().decode(value);
  }

  /** Neither the name nor the content reveals whose or what it is. */
  async #locate(place: string) {
    const { accountId } = this.#keyring();
    return { name: await nameOf(accountId, place), binding: { purpose: "draft" as const, context: about(accountId, EARLIER) } };
  }

  async #open(wrapped: string): Promise<Opened | null> {
    const own = this.#keyring();
    const { binding } = await this.#locate(PLACE);
    const now: OfEpoch = [own.keyEpoch, await deriveWaitingKey(own)];
    // An earlier version sealed it under the symmetric key itself.
    for (const one of [now, [own.keyEpoch, own.symmetricKey] as const, ...this.#earlier]) {
      const [epoch, key] = one;
      const bytes = await unwrap({ ...binding, key, epoch, wrapped }).catch((error: unknown) => {
        if (error instanceof DecryptError) return null;
        throw error;
      });
      if (bytes) return { edits: renewed(JSON.parse(new TextDecoder().decode(bytes)), own, own.keyEpoch - epoch), isOld: one !== now };
    }
    return null;
  }
}

const about = (accountId: string, place: string) => bound("draft", uuidToBytes(accountId), utf8(place));
const nameOf = async (accountId: string, place: string): Promise<string> =>
  `${DEVICE_PREFIX}draft:${toHex(await sha256(about(accountId, place))).slice(0, 32)}`;

/** Whether something of that account waits here. That takes no key: what it is, and how much, is sealed. */
export async function isAnythingKept(keys: Pick<KeyStore, "get">, accountId: string): Promise<boolean> {
  const values = await Promise.all([EARLIER, PLACE].map(async (place) => keys.get(await nameOf(accountId, place))));
  return values.some((value) => value !== null);
}

/** New keys give each own record its next revision (account/reseal-scope.ts): no one has changed it. */
const renewed = (edits: readonly WaitingEdit[], { personalScopeId }: Keyring, times: number): readonly WaitingEdit[] =>
  edits.map((edit) => {
    const { base } = edit;
    if (base?.scopeId !== personalScopeId || times === 0) return edit;
    const later = <T extends Version>(one: T): T => ({ ...one, revision: one.revision + times, saveId: undefined });
    return { ...edit, base: later(base), ...(edit.seen && { seen: later(edit.seen) }) };
  });

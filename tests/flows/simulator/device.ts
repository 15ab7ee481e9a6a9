/** One page of a device, and what the device keeps, which outlives its pages. A page can be killed between any two things that it does; then nothing of it goes on. */
import {
  type Client,
  type Item,
  type KeyStore,
  memoryKeyStore,
  memoryRecordStore,
  type RecordStore,
  type SentEdit,
  type WaitingApi,
  type WaitingEdit,
} from "../../../packages/client/src/index.ts";
import type { Draft } from "../../../packages/core/src/items/item.ts";
import type { Person, World } from "../world.ts";
import type { Dice } from "./dice.ts";
import { roughNetwork, type Way } from "./rough-network.ts";

export interface Page {
  readonly client: Client;
  waiting: WaitingApi | null;
  edits: readonly WaitingEdit[];
  /** What was sent since someone looked. */
  readonly sent: SentEdit[];
  readonly killed: Promise<"killed">;
  readonly kill: () => void;
  readonly isDead: () => boolean;
  /** After so many calls and looks into the stores. */
  readonly killAfter: (steps: number) => void;
}

/** What is open before its person, as long as the page does: a form, and the last edit, which can be taken back. */
export interface Desk {
  form: Item | null;
  last: { readonly base: Item; readonly draft: Draft } | null;
}

interface Around {
  readonly world: World;
  readonly person: Person;
  readonly dice: Dice;
  readonly tell: (what: string) => void;
  readonly underway: Set<Promise<unknown>>;
  readonly clockMs: number;
}

const NEVER = new Promise<never>(() => undefined);

export class Device {
  readonly name: string;
  readonly person: Person;
  /** Of several pages of one device, the first. */
  readonly home: Device;
  readonly way: Way;
  /** The last that was written to each of its slots. */
  readonly #written: Map<string, string>;
  readonly #keys: KeyStore;
  readonly #records: RecordStore;
  page: Page | null = null;
  desk: Desk = { form: null, last: null };
  /** Of an item, what was last seen to wait here. */
  onWaiting: (ids: ReadonlySet<string>) => void = () => undefined;
  readonly #around: Around;

  /** @param home - another page of the same device */
  constructor(name: string, around: Around, home?: Device) {
    this.name = name;
    this.person = around.person;
    this.#around = around;
    this.home = home ?? this;
    this.way = home ? home.way : { isCut: false, rough: 0 };
    const written = home ? home.#written : new Map<string, string>();
    this.#written = written;
    this.#keys = home ? home.#keys : watched(memoryKeyStore(), (slot, value) => written.set(slot, Buffer.from(value).toString("latin1")));
    this.#records = home ? home.#records : memoryRecordStore();
  }

  /** Loads the page: with the session that is kept, or by signing in. @returns whether it shows the vault now */
  async start(): Promise<boolean> {
    const page = this.#open();
    this.page = page;
    this.desk = { form: null, last: null };
    const begin = async (): Promise<boolean> => {
      const { account, vault } = page.client;
      const { email, password } = this.person;
      if (await account.resume()) await (page.client.isLocked && account.unlock({ password }));
      else await account.login({ email, password });
      if (!(await vault.local())) await vault.pull();
      page.waiting = await vault.keepEdits({
        onChange: (edits) => {
          page.edits = edits;
          this.onWaiting(new Set(edits.map(({ id }) => id)));
        },
        onSent: (sent) => void page.sent.push(...sent),
      });
      this.onWaiting(new Set(page.edits.map(({ id }) => id)));
      return true;
    };
    const begun = await Promise.race([begin(), page.killed]).catch((error: unknown) => {
      page.kill();
      if (!/connection|reached|busy|answer/i.test(String(error))) throw error;
      return false;
    });
    if (begun === true) return true;
    this.page = null;
    return false;
  }

  kill(): void {
    this.page?.kill();
    this.page = null;
  }

  /** Where it holds that text: all that was ever written to its slots last, and its records. */
  async holds(text: string, scopeIds: readonly string[]): Promise<boolean> {
    const kept = await Promise.all(scopeIds.flatMap((id) => [this.#records.read(id), this.#records.readOverviews(id)]));
    return [...this.#written].flat().join().includes(text) || JSON.stringify(kept).includes(text);
  }

  #open(): Page {
    const { world, dice, tell, underway, clockMs } = this.#around;
    let [isDead, left] = [false, Number.POSITIVE_INFINITY];
    let die: (why: "killed") => void = () => undefined;
    const killed = new Promise<"killed">((resolve) => {
      die = resolve;
    });
    const kill = (): void => {
      isDead = true;
      die("killed");
    };
    const killAfter = (steps: number): void => {
      left = steps;
    };
    const step: Step = async (work) => {
      if (!isDead && --left < 0) kill();
      if (isDead) return NEVER;
      const result = await work().catch((error: unknown) => (isDead ? NEVER : Promise.reject(error)));
      return isDead ? NEVER : result;
    };
    const send = roughNetwork({ way: this.way, dice, send: world.send, tell: (what) => tell(`    ${this.name}: ${what}`), underway });
    const client = world.openOn(keysOfPage(this.#keys, step, killed), {
      records: recordsOfPage(this.#records, step),
      device: this.name,
      fetch: (input, init) => step(() => send(input, init)),
      now: () => world.now() + clockMs,
    });
    return { client, waiting: null, edits: [], sent: [], killed, kill, isDead: () => isDead, killAfter };
  }
}

type Step = <T>(work: () => Promise<T>) => Promise<T>;

/** A turn that a dead page holds is free again, as a browser does it. */
const keysOfPage = (keys: KeyStore, step: Step, killed: Promise<unknown>): KeyStore => ({
  get: (slot) => step(() => keys.get(slot)),
  set: (slot, value) => step(() => keys.set(slot, value)),
  remove: (slot) => step(() => keys.remove(slot)),
  clear: () => step(() => keys.clear()),
  alone: (work) => step(() => keys.alone(() => Promise.race([work(), killed.then(() => NEVER_SEEN as never)]))),
});
/** The page that asked is dead, so no one takes it. */
const NEVER_SEEN = null;

const recordsOfPage = (records: RecordStore, step: Step): RecordStore => ({
  read: (scopeId) => step(() => records.read(scopeId)),
  write: (...what) => step(() => records.write(...what)),
  readOverviews: (scopeId) => step(() => records.readOverviews(scopeId)),
  writeOverviews: (...what) => step(() => records.writeOverviews(...what)),
  forget: (scopeId) => step(() => records.forget(scopeId)),
  clear: () => step(() => records.clear()),
});

const watched = (keys: KeyStore, onSet: (slot: string, value: Uint8Array) => void): KeyStore => ({
  ...keys,
  set: (slot, value) => {
    onSet(slot, value);
    return keys.set(slot, value);
  },
});

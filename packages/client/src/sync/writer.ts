/** Builds and sends one attempt of a write, and finds out what happened when its answer was lost. Used by `Scope` only. */
import { api } from "@coffer/contract/api";
import { DecryptError } from "@coffer/crypto";
import { NoKeysError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { Head } from "./head.ts";
import type { LocalCache } from "./local-cache.ts";
import { type HeadContents, isDone, type NextState, nextState } from "./next-state.ts";
import type { Puller } from "./puller.ts";
import type { Plan, ScopeDeps } from "./scope-deps.ts";
import { hashTrust } from "./wrapped-trust.ts";

export interface Sent<P extends Plan = Plan> {
  readonly planned: P;
  readonly next: NextState;
}

export class Writer {
  readonly #keys: ScopeKeys;
  readonly #deps: ScopeDeps;
  readonly #cache: LocalCache;
  readonly #puller: Puller;

  constructor(keys: ScopeKeys, deps: ScopeDeps, cache: LocalCache, puller: Puller) {
    this.#keys = keys;
    this.#deps = deps;
    this.#cache = cache;
    this.#puller = puller;
  }

  /** The contents of the next head if the write does not change them. @throws ClientError when nothing is cached. */
  async headContents(): Promise<HeadContents> {
    const { flags, epochs: said, trust } = await this.#head();
    const epochs = said ?? this.#puller.epochs;
    if (!epochs) throw new NoKeysError();
    return { flags: flags | (await this.#deps.flags()), epochs, trust };
  }

  /** After a start, a shared scope knows its writers only once a pull has named its members. */
  async #head(): Promise<Head> {
    try {
      return await this.#cache.head();
    } catch (error) {
      if (!(error instanceof DecryptError) || this.#keys.rights.kind === "personal") throw error;
      return this.#puller.pull();
    }
  }

  /** The state that a write starts from. @throws ClientError when nothing is cached. */
  writeStart() {
    const { state, table } = this.#cache;
    const { deviceId, now, keyWaits } = this.#deps;
    if (!state) throw new NoKeysError();
    return { keys: this.#keys, state, table, deviceId, now: now(), keyWaits: keyWaits?.() ?? false };
  }

  async next({ changes, contents, trust }: Plan, before: HeadContents): Promise<NextState> {
    const now = { ...this.writeStart(), ...before, ...contents };
    if (trust === undefined) return nextState({ ...now, changes });
    const next = await nextState({ ...now, changes, trust: await hashTrust(trust) });
    return { ...next, state: { ...next.state, trust } };
  }

  async send({ changes, contents, send }: Plan, next: NextState): Promise<void> {
    const { seq: baseSeq } = this.writeStart().state;
    this.#puller.sentCred = contents?.epochs?.cred ?? this.#puller.sentCred;
    await send({ scope: this.#keys.scopeId, baseSeq, ...next.sealed, changes });
    await this.#cache.accept(next);
    await this.#cache.persist();
  }

  /** Writes the first signed head on top of a verified unsigned history. If this fails, the next write is the first signed head. */
  async signUnsignedHistory(): Promise<void> {
    const send: Plan["send"] = (write) => this.#deps.call(api.vault.commit, { ...write, changes: [] });
    const [plan, contents] = [{ changes: [], send }, await this.headContents()];
    await this.next(plan, contents)
      .then((next) => this.send(plan, next))
      .catch(() => undefined);
  }

  /** Whether what was pulled has that write. */
  hasLanded({ planned, next }: Sent): boolean {
    const { state, table } = this.#cache;
    if (planned.changes.length > 0) return planned.changes.every((change) => isDone(change, table));
    return !!state?.hashes.includes(next.state.hashes.at(-1) ?? "");
  }
}

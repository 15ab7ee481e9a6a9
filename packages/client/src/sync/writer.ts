/** How one attempt of a write is made and sent: what its head says, and what becomes of a write whose answer was lost. Used by `Scope` alone. */
import { api } from "@coffer/contract/api";
import type { Change } from "@coffer/contract/record";
import { DecryptError } from "@coffer/crypto";
import { NoKeysError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { Head } from "./head.ts";
import type { LocalCache } from "./local-cache.ts";
import { type HeadContents, isDone, type NextState, nextState } from "./next-state.ts";
import type { Puller } from "./puller.ts";
import { isUnanswered, type Plan, type ScopeDeps } from "./scope-deps.ts";
import { hashTrust } from "./wrapped-trust.ts";

export class Writer {
  readonly #keys: ScopeKeys;
  readonly #deps: ScopeDeps;
  readonly #kept: LocalCache;
  readonly #puller: Puller;

  constructor(keys: ScopeKeys, deps: ScopeDeps, kept: LocalCache, puller: Puller) {
    this.#keys = keys;
    this.#deps = deps;
    this.#kept = kept;
    this.#puller = puller;
  }

  /** What the next head says when the write has nothing else to say. @throws ClientError when nothing is held. */
  async headContents(): Promise<HeadContents> {
    const { flags, epochs: said, trust } = await this.#head();
    const epochs = said ?? this.#puller.epochs;
    if (!epochs) throw new NoKeysError();
    return { flags: flags | (await this.#deps.flags()), epochs, trust };
  }

  /** After a start, a shared scope does not know whose signatures count until a pull has told of its members; without news there was none yet. */
  async #head(): Promise<Head> {
    try {
      return await this.#kept.head();
    } catch (error) {
      if (!(error instanceof DecryptError) || this.#keys.rights.kind === "personal") throw error;
      return this.#puller.pull();
    }
  }

  /** What a write begins from. @throws ClientError when nothing is held. */
  writeStart() {
    const { state, table } = this.#kept;
    const { deviceId, now } = this.#deps;
    if (!state) throw new NoKeysError();
    return { keys: this.#keys, state, table, deviceId, now: now() };
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
    await this.#kept.accept(next);
    await this.#kept.persist();
  }

  /** The first signed head on top of an unsigned history that was just verified. When it fails, the next write is the first signed head. */
  async signUnsignedHistory(): Promise<void> {
    const send: Plan["send"] = (write) => this.#deps.call(api.vault.commit, { ...write, changes: [] });
    const [plan, says] = [{ changes: [], send }, await this.headContents()];
    await this.next(plan, says)
      .then((next) => this.send(plan, next))
      .catch(() => undefined);
  }

  /** When the answer was lost on its way, the write may have happened all the same: asks the server before saying it failed. */
  async hasLanded(changes: readonly Change[], sent: NextState, error: unknown, pull: () => Promise<void>): Promise<boolean> {
    if (!isUnanswered(error)) return false;
    try {
      await pull();
    } catch {
      return false; // still no connection: the caller throws the first error, which says more
    }
    const { state, table } = this.#kept;
    if (changes.length > 0) return changes.every((change) => isDone(change, table));
    return state?.hashes.includes(sent.state.hashes.at(-1) ?? "") ?? false;
  }
}

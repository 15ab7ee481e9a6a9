/** Pulls a scope from the server and accepts what verifies. */
import { api } from "@coffer/contract/api";
import type { OnRows } from "../answer-reader.ts";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import { loadPart } from "../lazy-load.ts";
import type { Epochs, Head } from "./head.ts";
import type { LocalCache } from "./local-cache.ts";
import { type Pin, readPin } from "./pins.ts";
import { isAboutRecords, type ScopeDeps } from "./scope-deps.ts";
import { earlyRecords, isCut, type Snapshot } from "./snapshot.ts";
import { type VerifiedPull, verifyPull } from "./verify-pull.ts";

const rarePulls = () => loadPart(() => import("./rare-pulls.ts"));

export class Puller {
  readonly #keys: ScopeKeys;
  readonly #deps: ScopeDeps;
  readonly #cache: LocalCache;
  readonly #replaced: Set<string>;
  /** Of the account, from the last pull: the first signed head starts with them. */
  epochs: Epochs | null = null;
  /** The shared scopes in the last pull of the personal one. */
  scopes: Snapshot["scopes"] = [];
  /** Why the last answer was refused. */
  trouble: IntegrityError | null = null;
  /** The newest credential epoch that this device has written, whether or not an answer came. */
  sentCred: number | null = null;

  /** @param replaced - see Scope */
  constructor(keys: ScopeKeys, deps: ScopeDeps, cache: LocalCache, replaced: Set<string>) {
    this.#keys = keys;
    this.#deps = deps;
    this.#cache = cache;
    this.#replaced = replaced;
  }

  /** @returns the newest head. @throws IntegrityError when the answer contradicts what this device has seen; nothing is accepted then. */
  async pull(): Promise<Head> {
    try {
      const before = this.#cache.state?.trust;
      const pulled = await this.#newest();
      this.epochs = pulled.epochs;
      this.scopes = pulled.scopes;
      if (pulled.isRenewed) {
        const { adoptRenewedHistory } = await rarePulls();
        await adoptRenewedHistory(this.#keys, this.#deps, this.#cache, pulled);
      } else await this.#cache.accept(pulled);
      if (before && this.#keys.rights.kind === "personal" && before !== pulled.state.trust) this.#replaced.add(before);
      this.trouble = null;
      return pulled.head;
    } catch (error) {
      if (error instanceof IntegrityError) this.trouble = error;
      throw error;
    }
  }

  /** Pulls what is new, or everything if that does not fit what this device has. */
  async #newest(): Promise<VerifiedPull> {
    const pin = await readPin(this.#deps.keys, this.#keys.scopeId);
    if (this.#cache.needsAll) return this.#ask(pin, true);
    try {
      const pulled = await this.#ask(pin, false);
      if (!pulled.isRenewed) return pulled;
    } catch (error) {
      // A record that only this device has lost is not the server's fault: everything is fetched again before an error is reported.
      if (!isAboutRecords(error)) throw error;
    }
    return this.#ask(pin, true);
  }

  /** A restarted history may be shorter than the one this device has seen; then its newest head is enough. */
  async #replyFrom(input: { readonly scope: string }, from: number | null): Promise<Snapshot> {
    const reply: Snapshot = await this.#deps.call(api.vault.pull, input, undefined, this.#onRows());
    const known = this.#cache.state?.head.generation ?? 0;
    const isRenewed = from !== null && reply.scope.generation > Math.max(known, 1) && reply.scope.seq < from;
    // In a shared scope the head that began it has to be seen: only the owner may.
    const heads = this.#keys.rights.kind === "personal" ? {} : { heads: 0 };
    return isRenewed ? this.#deps.call(api.vault.pull, { scope: input.scope, ...heads }) : reply;
  }

  /** Opens records of a first pull while the rest arrives; nothing is shown before everything is verified. */
  #onRows(): OnRows | undefined {
    const { openEarly } = this.#deps;
    if (!openEarly || this.#cache.state) return undefined;
    return (list, rows) => {
      for (const record of earlyRecords(list, rows)) openEarly(this.#keys, record);
    };
  }

  async #ask(pin: Pin | null, isWhole: boolean): Promise<VerifiedPull> {
    const { state, table } = this.#cache;
    const isRekeyed = pin !== null && pin.epoch < this.#keys.epoch;
    // From the newest known head, which must still be there: a different one at its seq is another history.
    const from = state?.seq ?? (pin && !isRekeyed ? pin.seq : null);
    const heads = from === null ? undefined : Math.max(from - 1, 0);
    const known = state && !isWhole ? { since: state.seq, usedSince: table.lastUse() } : {};
    const input = { scope: this.#keys.scopeId, ...known, ...(heads !== undefined && { heads }) };
    const credEpochs = [this.#deps.credEpoch(), this.sentCred];
    const before = { pin, state, table, now: this.#deps.now(), credEpochs };
    const reply = await this.#replyFrom(input, from);
    if (!isCut(reply)) return verifyPull(this.#keys, reply, before, isWhole);
    const { verifyLongGap } = await rarePulls();
    return verifyLongGap(this.#keys, this.#deps.call, { input, reply, before, isWhole });
  }
}

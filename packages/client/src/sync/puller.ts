/** Asks the server what a scope is by now, and takes over what proves true. */
import { api } from "@coffer/contract/api";
import type { OnRows } from "../answer-reader.ts";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { Epochs, Head } from "./head.ts";
import type { LocalCache } from "./local-cache.ts";
import { type Pin, readPin } from "./pins.ts";
import { adoptRenewedHistory, type Renewal } from "./renewed-history.ts";
import { isAboutRecords, type ScopeDeps } from "./scope-deps.ts";
import { earlyRecords, type Snapshot } from "./snapshot.ts";
import { type VerifiedPull, verifyPull } from "./verify-pull.ts";

export class Puller {
  readonly #keys: ScopeKeys;
  readonly #deps: ScopeDeps;
  readonly #kept: LocalCache;
  /** Of the account, as the last pull said: what the first signed head begins with. */
  epochs: Epochs | null = null;
  /** The shared scopes that the last pull of the personal one told of. */
  scopes: Snapshot["scopes"] = [];
  /** Why the last answer was refused. */
  trouble: IntegrityError | null = null;
  /** That another device has begun the history anew, until somebody was told. */
  #renewal: Renewal | null = null;
  /** The newest epoch of the credentials that a write of this device said, whether or not an answer came. */
  sentCred: number | null = null;

  constructor(keys: ScopeKeys, deps: ScopeDeps, kept: LocalCache) {
    this.#keys = keys;
    this.#deps = deps;
    this.#kept = kept;
  }

  /** @returns the newest head. @throws IntegrityError when the answer contradicts what this device has seen; nothing is taken over then. */
  async pull(): Promise<Head> {
    try {
      const taken = await this.#newest();
      this.epochs = taken.epochs;
      this.scopes = taken.scopes;
      if (taken.isRenewed) this.#renewal = await adoptRenewedHistory(this.#keys, this.#deps, this.#kept, taken);
      else await this.#kept.accept(taken);
      this.trouble = null;
      return taken.head;
    } catch (error) {
      if (error instanceof IntegrityError) this.trouble = error;
      throw error;
    }
  }

  takeRenewal(): Renewal | null {
    const renewal = this.#renewal;
    this.#renewal = null;
    return renewal;
  }

  /** What is new; everything, when what is new does not go with what this device has. */
  async #newest(): Promise<VerifiedPull> {
    const pin = await readPin(this.#deps.keys, this.#keys.scopeId);
    if (this.#kept.needsAll) return this.#ask(pin, true);
    try {
      const taken = await this.#ask(pin, false);
      if (!taken.isRenewed) return taken;
    } catch (error) {
      // A record lost on this device alone is no lie of the server's: everything is fetched again before anybody is accused.
      if (!isAboutRecords(error)) throw error;
    }
    return this.#ask(pin, true);
  }

  /** A history that was begun anew may be shorter than the one this device has seen: then its newest head says it all. */
  async #told(input: { readonly scope: string }, from: number | null): Promise<Snapshot> {
    const reply: Snapshot = await this.#deps.call(api.vault.pull, input, undefined, this.#hear());
    const known = this.#kept.state?.head.generation ?? 0;
    const isRenewed = from !== null && reply.scope.generation > Math.max(known, 1) && reply.scope.seq < from;
    return isRenewed ? this.#deps.call(api.vault.pull, { scope: input.scope }) : reply;
  }

  /** Records of a first pull are opened while the rest of it comes; what they hold is shown to nobody before everything is verified. */
  #hear(): OnRows | undefined {
    const { openEarly } = this.#deps;
    if (!openEarly || this.#kept.state) return undefined;
    return (list, rows) => {
      for (const record of earlyRecords(list, rows)) openEarly(this.#keys, record);
    };
  }

  async #ask(pin: Pin | null, isWhole: boolean): Promise<VerifiedPull> {
    const { state, table } = this.#kept;
    const isRekeyed = pin !== null && pin.epoch < this.#keys.epoch;
    // From the newest head we know on, which has to be there still: another one at its seq is another history.
    const from = state?.seq ?? (pin && !isRekeyed ? pin.seq : null);
    const heads = from === null ? undefined : Math.max(from - 1, 0);
    const known = state && !isWhole ? { since: state.seq, usedSince: table.lastUse() } : {};
    const input = { scope: this.#keys.scopeId, ...known, ...(heads !== undefined && { heads }) };
    const reply = await this.#told(input, from);
    const credEpochs = [this.#deps.credEpoch(), this.sentCred];
    return verifyPull(this.#keys, reply, { pin, state, table, now: this.#deps.now(), credEpochs }, isWhole);
  }
}

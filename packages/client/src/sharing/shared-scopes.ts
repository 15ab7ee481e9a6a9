/** The open shared scopes: own ones, with keys from the trust store, and those of others, with verified grants. */
import { api } from "@coffer/contract/api";
import type { SharedItem } from "@coffer/contract/sharing";
import type { SharedScope } from "@coffer/contract/vault";
import type { Scope } from "../sync/scope.ts";
import { acceptsNewKey } from "./accept-new-key.ts";
import { readCachedShares, writeCachedShares } from "./cached-shares.ts";
import { reconcileCandidateKeys, scopesWithOneKey } from "./candidate-keys.ts";
import type { ShareTrouble, SharingContext } from "./context.ts";
import { withoutHiddenScopes } from "./filter-hidden-scopes.ts";
import { knownOwnerOf, listedScopes } from "./known-owner.ts";
import { recoverLostKeys } from "./lost-keys.ts";
import { type GrantOpener, notBelieved, openBestGrant, type ScopeOpener } from "./open-grants.ts";
import {
  endOfOpen,
  isOther,
  type Open,
  type OpenDeps,
  type OpenedScopeKey,
  openSharedScope,
  ownDeps,
  ownScopeKey,
  type SharedDeps,
  selfOf,
  triedAs,
} from "./open-shared-scope.ts";
import { meet } from "./people.ts";
import { endOf, isOver, signedEndOf } from "./share-end.ts";
import { readTrust } from "./trust-store.ts";
import { keepsUnlisted } from "./unlisted-scope.ts";
import { inTurns, SharedUpdates } from "./update-shared.ts";

export class SharedScopes {
  readonly #open = new Map<string, Open>();
  readonly troubles = new Map<string, ShareTrouble>();
  readonly #updates = new SharedUpdates(this.troubles);
  /** Opened with fewer rights than possible later: see `openBestGrant`. */
  readonly #openedWithLess = new Set<string>();
  /** Whether the server has answered once: from then on, what is not here does not exist. */
  hasPulled = false;
  /** Grants of others, from the server's last list. */
  #rows: readonly SharedItem[] = [];
  #loading: Promise<void> | null = null;
  /** The number of scopes in the last list. */
  #known = 0;
  /** What was tried and did not open, as it was then. */
  #unopened: ReadonlyMap<string, string> = new Map();

  /** The scopes that can still be read at that time. */
  at(now: number): Scope[] {
    return [...this.#open.values()].filter((open) => !isOver(endOfOpen(open), now)).map(({ scope }) => scope);
  }

  /** When the next of them ends after that time. */
  nextEnd(now: number): number | null {
    const ends = [...this.#open.values()].map(endOfOpen).flatMap((end) => (end !== null && end > now ? [end] : []));
    return ends.length === 0 ? null : Math.min(...ends);
  }

  /** Opens what this device has cached, once and before the server is asked. */
  load(context: SharingContext, deps: SharedDeps): Promise<void> {
    this.#loading ??= this.#load(context, deps);
    return this.#loading;
  }

  async #load(context: SharingContext, deps: SharedDeps): Promise<void> {
    const cached = this.hasPulled ? null : await readCachedShares(deps.records, context.keyring());
    if (!cached) return;
    [this.#rows, this.#known] = [cached.rows, cached.listed.length];
    // Only trusted shares were cached, and a log never revokes a past membership, so the team is not asked again.
    const shown = withoutHiddenScopes(cached.listed, cached.rows, await readTrust(context));
    await this.#reopen(context, deps, await scopesWithOneKey(context, shown), { ...context.team, hasMember: async () => true });
    for (const [id, { scope }] of this.#open) if (!(await scope.load())) await this.#close(id);
  }

  /**
   * Opens and updates the scopes listed by the last pull of the personal one. A problem stops only the scope that has it.
   * @throws ConnectionError or AppError without an answer about an own one: no scope is marked as bad for that, and what is here stays.
   */
  async pull(context: SharingContext, deps: SharedDeps): Promise<void> {
    await this.load(context, deps).catch(() => undefined); // the server has everything
    this.#updates.begin();
    const personal = await context.scope();
    const before = await listedScopes(context, this.#rows);
    const contradicting = await this.#pullListed(context, deps, before);
    if (contradicting.length === 0) return;
    // A scope whose key changed after the list was made contradicts the list; a newer list settles it.
    await personal.pull();
    const after = await listedScopes(context, this.#rows);
    const isListedOtherwise = (id: string): boolean => {
      const [then, now] = [before, after].map((list) => list.find((one) => one.id === id));
      return !now || isOther(then, now);
    };
    if (contradicting.some(isListedOtherwise)) await this.#pullListed(context, deps, after);
  }

  /** @returns the ids that contradict the list: what came was not trusted, or the grants are newer */
  async #pullListed(context: SharingContext, deps: SharedDeps, listed: readonly SharedScope[]): Promise<readonly string[]> {
    const ids = new Set(listed.map(({ id }) => id));
    for (const [id, { scope }] of this.#open) if (!ids.has(id) && !(await keepsUnlisted(context, scope))) await this.#forget(id, deps);
    await this.#forgetEnded(deps);
    for (const id of this.troubles.keys()) if (!ids.has(id)) this.troubles.delete(id);
    const [lost, { trust }] = [await recoverLostKeys(context), await context.scope()];
    const isChanged = (one: SharedScope): boolean => this.#isNew(one, trust) || this.#isUnasked(one) || lost.has(one.id);
    const changed = inTurns(listed.filter(isChanged), ({ id }) => this.#open.get(id)?.scope);
    if (changed.some(({ own }) => own === null)) await this.#fetchGrants(context, changed);
    // The grants that have just come say what is in a hidden vault.
    const shown = changed.length > 0 ? withoutHiddenScopes(changed, this.#rows, await readTrust(context)) : [];
    if (changed.length > 0) await meet(context, await this.#reopen(context, deps, shown, context.team));
    const open = [...this.#open].flatMap(([id, { scope }]) => listed.filter((one) => one.id === id).map((one) => ({ scope, one })));
    const doubted = await this.#updates.all(open, deps.now());
    await this.#forgetEnded(deps);
    this.#noteUnopened(listed, trust);
    if (changed.length > 0 || ids.size < this.#known) await this.#keepOpen(context, deps);
    [this.hasPulled, this.#known] = [true, ids.size];
    return listed.filter((one) => this.#isBehind(one) || doubted.has(one)).map(({ id }) => id);
  }

  /**
   * What did not open is tried again when it has changed, or when this account's knowledge of people and keys has; shares with a team are
   * tried each time.
   */
  #isNew(one: SharedScope, trust: string | null): boolean {
    const isLacking = this.#openedWithLess.has(one.id) || isOther(this.#open.get(one.id)?.listed, one);
    return isLacking && this.#unopened.get(one.id) !== triedAs(one, trust);
  }

  #noteUnopened(listed: readonly SharedScope[], trust: string | null): void {
    // A team's log may be unavailable for a moment, and nothing in the list would change.
    const isTeams = (id: string): boolean => this.#rows.some(({ scope_id, team_epoch }) => team_epoch !== null && scope_id === id);
    const tried = listed.filter(({ id }) => !this.#open.has(id) && !isTeams(id));
    this.#unopened = new Map(tried.map((one) => [one.id, triedAs(one, trust)]));
  }

  /** A cached team share stays only once the team is trusted in this session too. */
  #isUnasked({ id }: SharedScope): boolean {
    return !this.hasPulled && this.#rows.some(({ scope_id, team_epoch }) => team_epoch !== null && scope_id === id);
  }

  /** As they are open: what the server shows under another key may not be believed. */
  async #keepOpen(context: SharingContext, { records }: SharedDeps): Promise<void> {
    const [listed, rows] = [[...this.#open.values()].map((open) => open.listed), this.#rows.filter((row) => this.#open.has(row.scope_id))];
    await writeCachedShares(records, context.keyring(), { listed, rows });
  }

  async close(): Promise<void> {
    for (const id of this.#open.keys()) await this.#close(id);
    this.troubles.clear();
  }

  async #close(id: string): Promise<void> {
    const open = this.#open.get(id);
    this.#open.delete(id);
    await open?.scope.close();
  }

  /** Nothing of a share that was taken back stays on this device. */
  async #forget(id: string, { records }: SharedDeps): Promise<void> {
    await this.#close(id);
    await records.forget(id).catch(() => undefined);
  }

  /** Also what its owner's newest statement, which has just come, says is over. */
  async #forgetEnded(deps: SharedDeps): Promise<void> {
    for (const [id, open] of this.#open) if (isOver(endOfOpen(open), deps.now())) await this.#forget(id, deps);
  }

  /** Fetches the grants, and the team's state if one of them is the team's: its sharer may have just joined, or its key just arrived. */
  async #fetchGrants(context: SharingContext, changed: readonly SharedScope[]): Promise<void> {
    this.#rows = await context.call(api.sharing.sharedWithMe, {});
    const isTeams = this.#rows.some(({ scope_id, team_epoch }) => team_epoch !== null && changed.some(({ id }) => id === scope_id));
    if (isTeams) await context.team.sync(context, true).catch(() => undefined);
  }

  /** @param team - answers whether a sender is a member @returns the grants of people not met before */
  async #reopen(
    context: SharingContext,
    deps: SharedDeps,
    changed: readonly SharedScope[],
    team: GrantOpener["team"],
  ): Promise<readonly SharedItem[]> {
    const [identity, trust] = [await context.identity(), await reconcileCandidateKeys(context, deps, changed)];
    const met: SharedItem[] = [];
    for (const one of changed) {
      this.#openedWithLess.delete(one.id);
      const key = one.own ? ownScopeKey(trust, one, identity) : await this.#grantedKey({ trust, identity, met, team, ...deps }, one);
      if (key) await this.#keep(context, one, key, { ...deps, ...context.team, ...ownDeps(context, one, identity) });
      else if (!this.#isBehind(one) && one.own === null) await this.#close(one.id);
    }
    return met;
  }

  /** The list is older than the grants: the key changed in between, and a newer list will show it. */
  #isBehind({ id, epoch }: SharedScope): boolean {
    return this.#rows.some((row) => row.scope_id === id && row.epoch > epoch);
  }

  /** A scope under the same key and rights stays open. */
  async #keep(context: SharingContext, listed: SharedScope, opened: OpenedScopeKey, deps: OpenDeps): Promise<void> {
    const { key, rights, owner, ...lasts } = opened;
    const before = this.#open.get(listed.id);
    const isSame = before?.listed.epoch === listed.epoch && JSON.stringify(before.scope.keys.rights) === JSON.stringify(rights);
    if (before && isSame) this.#open.set(listed.id, { ...before, listed, ...lasts });
    else {
      const scope = await openSharedScope(listed, { key, rights, owner }, (await context.identity()).signer.sign, deps);
      // Until this one has its records, what was open under the key of before stays: no item is missing in between.
      const takes = (open: Open): Promise<boolean> => acceptsNewKey(context, open.scope, scope);
      const isNext =
        !before ||
        (await (rights.isOwner ? takes(before) : this.#updates.ask({ ...before, one: listed }, deps.now(), () => takes(before))));
      // Another pull may have been faster.
      const isThere = this.#open.get(listed.id) !== before && this.#open.get(listed.id)?.listed.epoch === listed.epoch;
      await (isThere || !isNext ? scope.close() : this.#close(listed.id));
      if (isNext && !isThere) this.#open.set(listed.id, { scope, listed, ...lasts });
    }
    key.fill(0);
  }

  /** @returns null for what is not trusted; the reason is in `troubles`. */
  async #grantedKey(opener: ScopeOpener, one: SharedScope): Promise<OpenedScopeKey | null> {
    if (one.kind === "personal") return null;
    const ofKey = this.#rows.filter(({ scope_id, epoch, shared_key }) => scope_id === one.id && epoch === one.epoch && shared_key !== null);
    // Whatever the server says: over is over.
    const given = ofKey.filter((row) => !isOver(endOf(row), opener.now()));
    const ownerId = (await knownOwnerOf(one.id, opener)) ?? null;
    const foreign = given.find(({ shared_by_id }) => ownerId !== null && shared_by_id !== ownerId);
    const ofOwner = given.filter(({ shared_by_id }) => shared_by_id === (ownerId ?? shared_by_id));
    const best = (await openBestGrant(opener, one.kind, ofOwner)) ?? (foreign ? notBelieved(foreign) : null);
    if (best === null) return null;
    if ("code" in best) {
      this.troubles.set(one.id, best);
      return null;
    }
    const { row, key, isLess } = best;
    if (isLess) this.#openedWithLess.add(one.id);
    if (!opener.trust.people[row.shared_by_id]) opener.met.push(row);
    this.troubles.delete(one.id);
    const { shared_by_email: sharedBy, permission_level: permission } = row;
    const rights = { kind: one.kind, isOwner: false, permission, sharedBy, self: selfOf(opener.identity) };
    const from = { owner: { accountId: row.shared_by_id, publicKey: row.shared_by_key }, until: endOf(row) };
    return { key, rights, ...from, grant: { id: row.id, ...signedEndOf(row) } };
  }
}

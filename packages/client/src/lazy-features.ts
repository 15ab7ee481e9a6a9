/**
 * Features whose code is loaded on first use, so that a sign-in does not wait for them. Each is a row here with a chunk of its own, and
 * has a row in tests/journeys/missing-parts.spec.ts.
 */

import { bindLazy, loadPart } from "./lazy-load.ts";
import type { SharingContext, TeamAccess } from "./sharing/context.ts";
import { placeOfShares, readShareCount } from "./sharing/missing-shares.ts";
import type { SharingApi } from "./sharing/sharing-feature.ts";
import type { openSharingSession, SharingSession } from "./sharing/sharing-session.ts";
import type { Scope } from "./sync/scope.ts";
import type { KeyStore } from "./types.ts";
import type { Moving, VaultContext } from "./vault/context.ts";

const FEATURES = {
  account: () => import("./account/account-feature.ts"),
  sharing: () => import("./sharing/sharing-feature.ts"),
  team: () => import("./team/team-feature.ts"),
  transfer: () => import("./transfer/transfer-feature.ts"),
} as const;

type Features = { readonly [Name in keyof typeof FEATURES]: Awaited<ReturnType<(typeof FEATURES)[Name]>> };

/**
 * Builds an API from a feature's code once it is loaded.
 * @returns a getter; always the same promise, except that a failed load is retried by the next call. @throws ConnectionError
 */
export function lazyFeature<Name extends keyof Features, Made>(name: Name, make: (feature: Features[Name]) => Made): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  const load = async (): Promise<Made> => {
    try {
      return make(await loadPart(FEATURES[name] as () => Promise<Features[Name]>));
    } catch (error) {
      made = null;
      throw error;
    }
  };
  return () => {
    made ??= load();
    return made;
  };
}

/** The shared scopes of one client. */
export interface LazySharing extends Pick<SharingSession, "scopes" | "nextEnd" | "load" | "pull" | "close"> {
  readonly api: (vault: VaultContext) => SharingApi;
  readonly returnItems: (vault: VaultContext, within: Scope, ids: readonly string[]) => Promise<void>;
  readonly placeLinked: (vault: VaultContext, within: Scope, id: string, categoryId: string | null) => Promise<void>;
  readonly moveBetween: (vault: VaultContext, moving: Moving) => Promise<void>;
  readonly scopeToSave: (vault: VaultContext, within: Scope, isRefused?: boolean) => Promise<Scope>;
  readonly endVault: (vault: VaultContext, ...what: Parameters<VaultContext["endSharing"]>) => Promise<void>;
  readonly context: (vault: VaultContext) => Promise<SharingContext>;
}

type Shares = Pick<
  VaultContext,
  "pullShared" | "loadShared" | "returnItems" | "placeLinked" | "moveBetween" | "scopeToSave" | "endSharing"
>;

/** What the vault of one client needs of them. */
export function sharesOf(sharing: LazySharing, vault: () => VaultContext): Shares {
  return {
    pullShared: () => sharing.pull(vault()),
    loadShared: () => sharing.load(vault()),
    returnItems: (...what) => sharing.returnItems(vault(), ...what),
    placeLinked: (...what) => sharing.placeLinked(vault(), ...what),
    moveBetween: (moving) => sharing.moveBetween(vault(), moving),
    scopeToSave: (...where) => sharing.scopeToSave(vault(), ...where),
    endSharing: (...what) => sharing.endVault(vault(), ...what),
  };
}

/** The user's team; nothing is loaded for someone in no team, unless an explicit sync expects one. */
export function teamAccess(isInTeam: () => boolean, load: () => Promise<TeamAccess>): TeamAccess {
  let loaded: TeamAccess | null = null;
  const open = async (): Promise<TeamAccess> => {
    loaded = await load();
    return loaded;
  };
  return {
    isInTeam,
    sync: async (context, isNow) => {
      if (isNow || isInTeam()) await (await open()).sync(context, isNow);
    },
    currentKey: async (context) => (isInTeam() ? (await open()).currentKey(context) : null),
    hasMember: async (...who) => isInTeam() && (await open()).hasMember(...who),
    isMember: async (id) => isInTeam() && (await open()).isMember(id),
    requireShareable: async (...what) => (isInTeam() ? (await open()).requireShareable(...what) : undefined),
    knownLog: () => loaded?.knownLog() ?? null,
    hear: (statement) => loaded?.hear(statement),
    checkLogs: async (context) => loaded?.checkLogs(context),
  };
}

/** Whether something shared is on this device: after another sign-in nothing is counted yet, and the server may list nothing. */
async function isAnythingKept(keys: KeyStore, { scope, records }: VaultContext): Promise<boolean> {
  const { scopeId } = (await scope()).keys;
  return (await readShareCount(keys, scopeId)) > 0 || (await records.readOverviews(placeOfShares(scopeId))).length > 0;
}

/** Nothing is loaded while nothing is shared by or with the user. */
export function lazySharing(keys: KeyStore, deps: Parameters<typeof openSharingSession>[0]): LazySharing {
  let opened: SharingSession | null = null;
  const open = lazyFeature("sharing", (feature) => {
    opened = feature.openSharingSession(deps);
    return { ...feature, opened };
  });
  const inside = async (vault: VaultContext) => {
    const feature = await open();
    return { ...feature, context: feature.opened.context(vault) };
  };
  const now = (): SharingSession | null => opened;
  const isKept = async (vault: VaultContext): Promise<boolean> => opened !== null || isAnythingKept(keys, vault);
  return {
    scopes: (): readonly Scope[] => now()?.scopes() ?? [],
    nextEnd: () => now()?.nextEnd() ?? null,
    load: async (vault) => {
      if (await isKept(vault)) await (await open()).opened.load(vault);
    },
    pull: async (vault) => {
      const isShared = (await vault.scope()).shared.length > 0;
      // A pull also removes cached shares that have ended.
      if (isShared || deps.team.isInTeam() || (await isKept(vault))) await (await open()).opened.pull(vault);
    },
    context: async (vault) => (await inside(vault)).context,
    returnItems: (vault, ...what) => inside(vault).then(({ context, returnItems }) => returnItems(context, ...what)),
    placeLinked: (vault, ...what) => inside(vault).then(({ context, placeLinked }) => placeLinked(context, ...what)),
    moveBetween: (vault, moving) => inside(vault).then(({ context, moveBetween }) => moveBetween(context, moving)),
    scopeToSave: (vault, ...where) => inside(vault).then(({ context, scopeToSave }) => scopeToSave(context, ...where)),
    endVault: (vault, id, others) => inside(vault).then(({ context, endVault }) => endVault(context, { id, others })),
    api: (vault) => {
      const all = (): Promise<SharingApi> => inside(vault).then(({ context, sharingApi }) => sharingApi(context));
      // Needed without a connection, when the feature itself may be missing.
      const missingShares = async (): Promise<number> =>
        opened ? (await all()).missingShares() : readShareCount(keys, (await vault.scope()).keys.scopeId);
      return bindLazy({ missingShares }, all);
    },
    close: async () => now()?.close(),
  };
}

/** A shared scope opened: with its key, and with what its owner or a grant lets one do in it. */
import type { SharedScope } from "@coffer/contract/vault";
import type { Named } from "@coffer/core/items/item";
import type { SecretKey } from "@coffer/crypto";
import type { Call } from "../call.ts";
import { type ScopeRights, scopeKeys } from "../keyring.ts";
import { type ScopeOwner, scopeSigner } from "../sync/allowed-signers.ts";
import { Scope } from "../sync/scope.ts";
import type { ScopeDeps } from "../sync/scope-deps.ts";
import type { OwnIdentity, TeamAccess } from "./context.ts";

export interface OpenedScopeKey {
  readonly key: SecretKey;
  readonly rights: ScopeRights;
  readonly owner: ScopeOwner;
  /** When access ends by itself, in milliseconds since 1970. */
  readonly until: number | null;
}

/** What a shared scope is opened with, beside its keys. */
export type SharedDeps = Pick<ScopeDeps, "call" | "keys" | "records" | "deviceId" | "now" | "pause" | "randomFraction">;
export type OpenDeps = SharedDeps & Pick<TeamAccess, "hasMember">;

export const selfOf = ({ accountId: id, email }: OwnIdentity): Named => ({ id, email });

/** Of a scope that one shares. */
export const ownRights = (kind: "vault" | "item", identity: OwnIdentity): ScopeRights => ({
  kind,
  isOwner: true,
  permission: "write",
  sharedBy: null,
  self: selfOf(identity),
});

/** @param sign - for whoever is signed in. */
export async function openSharedScope(
  { id: scopeId, epoch }: SharedScope,
  { key, rights, owner }: Omit<OpenedScopeKey, "until">,
  sign: OwnIdentity["signer"]["sign"],
  { hasMember, ...deps }: OpenDeps,
): Promise<Scope> {
  const scopeKind = rights.kind === "vault" ? "vault" : "item";
  const { signer, learningWriters } = scopeSigner({ scopeId, scopeKind, epoch, owner, hasMember }, sign);
  const call: Call = learningWriters(deps.call);
  // A shared scope knows neither the account's second factor nor its credentials; both stand in the heads of the personal one.
  const alone = { flags: async () => 0, credEpoch: () => SHARED_EPOCHS.cred, copies: async () => [] };
  return new Scope(await scopeKeys({ key, scopeId, epoch, signer, rights }), { ...deps, ...alone, call });
}

/** What heads of shared scopes say where those of the personal one tell of the account's credentials. */
export const SHARED_EPOCHS = { cred: 0, recovery: 0 } as const;

/** Seals grants in the form that the calls carry. */
import { generateId, type SecretKey, sealTeamGrant } from "@coffer/crypto";
import type { SharingContext } from "./context.ts";
import type { Recipient } from "./recipients.ts";
import { sealToPerson } from "./seal-to-person.ts";

export interface ShareTerms {
  readonly permission: "read" | "write";
  /** Milliseconds since 1970; null for never. */
  readonly expiresAt: number | null;
  /** It is dated no earlier, by whatever clock: see GrantRecord. */
  readonly since?: number;
}

interface GrantedScope {
  readonly scopeId: string;
  readonly kind: "vault" | "item";
  readonly epoch: number;
  readonly key: SecretKey;
}

/** The grant and its terms, for the call that creates the share. @param shareId - of a share that it replaces */
export async function sealShareGrant(
  context: Pick<SharingContext, "identity" | "now" | "random">,
  granted: GrantedScope,
  recipient: Recipient,
  terms: ShareTerms,
  shareId = generateId(context.random),
) {
  const whom =
    "team" in recipient ? { shareType: "team" as const, teamId: recipient.team.teamId } : { sharedWithEmail: recipient.person.email };
  const sealed = await sealGrantFor(context, granted, recipient, terms, shareId);
  return { ...whom, ...sealed, shareId, epoch: granted.epoch, permissionLevel: terms.permission, expiresAt: terms.expiresAt };
}

/** The scope's key, sealed for a person or a team. */
export async function sealGrantFor(
  context: Pick<SharingContext, "identity" | "now">,
  { scopeId, kind, epoch, key }: GrantedScope,
  recipient: Recipient,
  { permission, expiresAt, since = 0 }: ShareTerms,
  grantId: string,
) {
  const { accountId, publicKey, signer } = await context.identity();
  const createdAt = Math.max(context.now(), since);
  const terms = { grantId, scopeId, scopeKind: kind, epoch, sender: { accountId, publicKey }, permission, createdAt, expiresAt };
  if ("team" in recipient) {
    const { teamId, epoch: teamEpoch, key: teamKey, log } = recipient.team;
    const sharedKey = await sealTeamGrant({ ...terms, log, team: { teamId, epoch: teamEpoch } }, key, teamKey, signer);
    return { teamEpoch, createdAt, sharedKey };
  }
  return { createdAt, sharedKey: await sealToPerson(recipient.person, terms, key, signer) };
}

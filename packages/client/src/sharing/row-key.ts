/** The key of a scope out of a row of the list: of a grant to this person, or to the team that they are in. */
import type { SharedItem } from "@coffer/contract/sharing";
import { openGrant, openTeamGrant, type SecretKey } from "@coffer/crypto";
import type { OwnIdentity, ShareTrouble, TeamAccess } from "./context.ts";
import { keyIn, type TrustStore } from "./trust.ts";

export interface OpenerOfRows {
  readonly identity: OwnIdentity;
  readonly team: Pick<TeamAccess, "hasMember">;
  readonly trust: TrustStore;
}

/** @param text - of the grant. @returns why not, where it does not open */
export async function openRow(
  { identity, team, trust }: OpenerOfRows,
  scopeKind: "vault" | "item",
  row: SharedItem,
  text: string,
): Promise<SecretKey | ShareTrouble["code"]> {
  const { id, scope_id: scopeId, epoch, permission_level: permission, created_at: createdAt, team_epoch: teamEpoch } = row;
  const sender = { accountId: row.shared_by_id, publicKey: row.shared_by_key };
  const said = { grantId: id, scopeId, scopeKind, epoch, sender, permission, createdAt };
  try {
    if (teamEpoch === null) return await openForOne(identity, said, text);
    const teamId = row.shared_with_id;
    // A team counts as far as this account has accepted its log; and only its members share with it.
    if (!(await team.hasMember(teamId, teamEpoch, sender.accountId, sender.publicKey))) return "unreadable";
    const teamKey = keyIn(trust, teamId, teamEpoch);
    if (!teamKey) return "key-pending";
    return await openTeamGrant({ ...said, team: { teamId, epoch: teamEpoch } }, text, teamKey);
  } catch {
    // Not signed by whom it names, not for this account or its team, or not for this scope: nothing of it is shown.
    return "unreadable";
  }
}

type Said = Omit<Parameters<typeof openGrant>[0], "recipient">;

async function openForOne({ accountId, publicKey, secret }: OwnIdentity, said: Said, text: string): Promise<SecretKey> {
  const bytes = await secret();
  try {
    return await openGrant({ ...said, recipient: { accountId, publicKey } }, text, bytes);
  } finally {
    bytes.fill(0);
  }
}

/** Opens the key of a shared scope from a row of the list: a grant to this account, or to its team. */
import type { SharedItem } from "@coffer/contract/sharing";
import {
  DecryptError,
  type GrantMessage,
  openGrant,
  openTeamGrant,
  type SecretKey,
  teamGrantMessage,
  verifyTeamGrant,
} from "@coffer/crypto";
import type { OwnIdentity, ShareTrouble, TeamAccess } from "./context.ts";
import type { SharedDeps } from "./open-shared-scope.ts";
import { type Author, grantStatement } from "./statements.ts";
import { keyIn, keyTrustOf, type TrustStore } from "./trust-store.ts";

export interface GrantOpener {
  readonly identity: OwnIdentity;
  readonly team: Pick<TeamAccess, "hasMember" | "hear">;
  readonly trust: TrustStore;
}

/** Of scopes of others. */
export interface ScopeOpener extends GrantOpener, Pick<SharedDeps, "keys" | "now"> {
  /** Grows by the grants of people not met before. */
  readonly met: SharedItem[];
}

export const notBelieved = ({ shared_by_email: sharedBy }: SharedItem): ShareTrouble => ({ code: "not-believed", sharedBy });

/** A row that opens. */
interface OpenedRow {
  readonly row: SharedItem;
  readonly key: SecretKey;
  /** Whether another row that does not open yet allows more: the team's, while its key is pending. */
  readonly isLess: boolean;
}

/**
 * Of the grants of one scope that open, the one that allows most (decision C-33): a personal grant does not wait for the team's key.
 * @returns if none opens, the reason of the one that would allow most; null without any rows
 */
export async function openBestGrant(
  opener: GrantOpener,
  kind: "vault" | "item",
  rows: readonly SharedItem[],
): Promise<OpenedRow | { readonly code: ShareTrouble["code"]; readonly sharedBy: string } | null> {
  const byLevel = rows.toSorted((one, other) => Number(other.permission_level === "write") - Number(one.permission_level === "write"));
  const codes: ShareTrouble["code"][] = [];
  for (const row of byLevel) {
    const opened = await openGrantRow(opener, kind, row);
    if (typeof opened !== "string") return { row, key: opened, isLess: codes.includes("key-pending") };
    codes.push(opened);
  }
  const [first] = byLevel;
  return first && codes[0] ? { code: codes[0], sharedBy: first.shared_by_email } : null;
}

/** @returns the reason, if it does not open */
async function openGrantRow(
  { identity, team, trust }: GrantOpener,
  scopeKind: "vault" | "item",
  row: SharedItem,
): Promise<SecretKey | ShareTrouble["code"]> {
  const { id, scope_id: scopeId, epoch, permission_level: permission, created_at: createdAt, team_epoch: teamEpoch } = row;
  const sender = { accountId: row.shared_by_id, publicKey: row.shared_by_key };
  const text = row.shared_key ?? "";
  const known = await keyTrustOf(trust, { ...sender, email: row.shared_by_email }).catch(() => "changed" as const);
  if (known === "changed") return "changed-key";
  const terms = { grantId: id, scopeId, scopeKind, epoch, sender, permission, createdAt };
  try {
    if (teamEpoch === null) return await openForOne(identity, terms, text);
    const teamId = row.shared_with_id;
    const teamTerms = { ...terms, team: { teamId, epoch: teamEpoch } };
    // Whatever it opens: it says which log of the team its sender knows.
    if (await verifyTeamGrant(teamTerms, text)) hearGrant(team, teamId, sender, await teamGrantMessage(teamTerms, text));
    // Only a team whose log this account has accepted counts, and only its members can share with it.
    if (!(await team.hasMember(teamId, teamEpoch, sender.accountId, sender.publicKey))) return "unreadable";
    const teamKey = keyIn(trust, teamId, teamEpoch);
    if (!teamKey) return "key-pending";
    return await openTeamGrant(teamTerms, text, teamKey);
  } catch (error) {
    // Not signed by its sender, or not for this account, team or scope: none of it is shown. Other errors (a part of the app or of
    // the team did not load) say nothing about the grant.
    if (error instanceof DecryptError || error instanceof RangeError) return "unreadable";
    throw error;
  }
}

function hearGrant(team: Pick<TeamAccess, "hear">, teamId: string, sender: Author, message: GrantMessage): void {
  const statement = grantStatement(teamId, sender, message);
  if (statement) team.hear(statement);
}

type PersonalTerms = Omit<Parameters<typeof openGrant>[0], "recipient">;

async function openForOne({ accountId, publicKey, secret }: OwnIdentity, terms: PersonalTerms, text: string): Promise<SecretKey> {
  const bytes = await secret();
  try {
    return await openGrant({ ...terms, recipient: { accountId, publicKey } }, text, bytes);
  } finally {
    bytes.fill(0);
  }
}

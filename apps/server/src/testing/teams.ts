/** Teams for tests: written into the database, so that a test begins with what it is about. */
import { createHash, randomBytes } from "node:crypto";
import { type KeyCopyTerms, keyCopyMessage } from "@coffer/contract/grant-message";
import { leavingMessage } from "@coffer/contract/team-log";
import { type PermissionFlag, permissionsWhere } from "@coffer/core/team/permissions";
import { MEMBER } from "@coffer/core/team/roles";
import { eq } from "drizzle-orm";
import { account } from "../db/tables.ts";
import { role, team } from "../db/team-tables.ts";
import { signMessage } from "./identities.ts";
import { id, type Person, type Server } from "./world.ts";

export async function makeTeam({ db, clock }: Server, name = "The Team"): Promise<string> {
  const teamId = id();
  await db.insert(team).values({ id: teamId, name, created_at: new Date(clock.now) });
  return teamId;
}

/** @param teamId - null: of all teams */
export async function makeRole({ db }: Server, teamId: string | null, flags: readonly PermissionFlag[], name = "Made"): Promise<number> {
  const permissions = permissionsWhere((flag) => flags.includes(flag));
  const [row] = await db
    .insert(role)
    .values({ name, team_id: teamId, ...permissions })
    .returning();
  if (!row) throw new Error("No role");
  return row.id;
}

interface Place {
  readonly teamId: string;
  readonly roleId?: number;
  readonly isManaged?: boolean;
}

/** @returns the id of the membership */
export async function placeIn(
  { db, clock }: Server,
  { accountId }: Pick<Person, "accountId">,
  { teamId, roleId = MEMBER, isManaged = false }: Place,
): Promise<string> {
  const membershipId = id();
  const membership = { team_id: teamId, role_id: roleId, membership_id: membershipId, joined_at: new Date(clock.now) };
  await db
    .update(account)
    .set({ ...membership, managed_by: isManaged ? teamId : null, disabled_at: null, purge_at: null, mfa_secret: null })
    .where(eq(account.id, accountId));
  return membershipId;
}

/** What a member sends who leaves and is not in the log. */
export const signedLeaving = ({ accountId, form }: Person, teamId: string) => ({
  signature: signMessage(form.publicKey, leavingMessage(teamId, accountId)),
});

/** The first entry of a log, by a user who is in none. */
export const aFirstEntry = (teamId: string) => {
  const founder = { id: id(), email: "maker@example.com", key: "0".repeat(64) };
  const change = { kind: "found", founder, isMember: true, admins: [], check: "0".repeat(64) };
  return { team: teamId, seq: 1, previous: "0".repeat(64), by: founder.id, key: founder.key, at: 0, change };
};

interface Given {
  readonly teamId: string;
  readonly by: Person;
  readonly to: Person;
}

const partyOf = ({ accountId, form }: Person) => ({
  id: accountId,
  fingerprint: createHash("sha256").update(Buffer.from(form.publicKey, "base64url")).digest("hex"),
});

/** A copy of a team's key as its sender signs it; what is sealed in it is noise. @param falsified - what is signed says this */
export function aKeyCopy({ teamId, by, to }: Given, falsified: Partial<KeyCopyTerms> = {}) {
  const terms = { id: id(), teamId, epoch: 1, sender: partyOf(by), recipient: partyOf(to), createdAt: 0, ...falsified };
  const unsigned = Buffer.concat([Buffer.from([1, 1]), randomBytes(1168)]);
  const signature = signMessage(by.form.publicKey, keyCopyMessage(terms, unsigned).message);
  const key = `3.${Buffer.concat([unsigned, Buffer.from(signature, "base64url")]).toString("base64url")}`;
  return { id: terms.id, memberId: to.accountId, epoch: terms.epoch, createdAt: terms.createdAt, key };
}

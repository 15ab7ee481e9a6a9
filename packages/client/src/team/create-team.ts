/** Starts a team's log: the team key and the first entry, which says who founded it. */
import { api } from "@coffer/contract/api";
import type { InputOf } from "@coffer/contract/endpoint";
import type { SignedEntry } from "@coffer/contract/team-log";
import type { Team } from "@coffer/contract/team-schemas";
import type { LogChange } from "@coffer/core/team/log-state";
import { flagsOf } from "@coffer/core/team/permissions";
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import {
  context as ctx,
  fingerprint,
  generateId,
  generateKey,
  type SecretKey,
  teamKeyCheck,
  toHex,
  u32,
  uuidToBytes,
  wrap,
} from "@coffer/crypto";
import type { Call } from "../call.ts";
import { ClientError, ConnectionError } from "../errors.ts";
import { withCandidateKey } from "../sharing/candidate-keys.ts";
import type { SharingContext } from "../sharing/context.ts";
import { changeTrust, readTrust, withKey, withTeam } from "../sharing/trust-store.ts";
import { isOwnTeam, type TeamContext } from "./context.ts";
import { refreshMembership } from "./refresh-membership.ts";
import { emptyLog, pinOf, type VerifiedLog, writeEntries } from "./verified-log.ts";

const endpoints = api.team;

interface Founding {
  readonly teamId: string;
  /** If not, the founder keeps the key until the team has an administrator (decision C-16). */
  readonly isMember: boolean;
}

interface Founded {
  readonly entries: readonly SignedEntry[];
  readonly known: VerifiedLog;
  /** The caller wipes it. */
  readonly key: SecretKey;
}

async function foundLog(context: TeamContext, sharing: SharingContext, { teamId, isMember }: Founding): Promise<Founded> {
  const { random, sessions, now } = context;
  // Signed once and for ever: an answer that does not come is not "nothing".
  const admin = (await context.call(api.team.listRoles, {})).find(({ id }) => id === TEAM_ADMIN);
  if (!admin) throw new ClientError("The server did not say what administrators of a team may do. No team was made: please try again.");
  const [key, identity] = [generateKey(random), await sharing.identity()];
  const founder = { id: identity.accountId, email: sessions.owner.email, key: toHex(await fingerprint(identity.publicKey)) };
  const admins = flagsOf(admin.permissions);
  const check = toHex(await teamKeyCheck({ teamId, epoch: 1 }, key));
  const found: LogChange = { kind: "found", founder, isMember, admins, check };
  return { ...(await writeEntries(emptyLog(teamId), [found], identity, now())), key };
}

/** Key and first entry are made and stored here before anything is sent, so no later answer of the server can replace them. */
export async function createTeam(
  context: TeamContext,
  input: Pick<InputOf<typeof endpoints.createTeam>, "name" | "description">,
): Promise<Team> {
  const { call, sessions, random } = context;
  // Whether the founder becomes a member depends on their team now: an earlier attempt or another window may have created one.
  await refreshMembership(context);
  const [sharing, teamId] = [await context.sharing(), generateId(random)];
  const { entries, known, key } = await foundLog(context, sharing, { teamId, isMember: sessions.session?.teamId === null });
  await changeTrust(sharing, (store) => withTeam(withKey(store, teamId, 1, key), teamId, pinOf(known)));
  const own = {
    key: sessions.keyring.symmetricKey,
    epoch: sessions.keyring.keyEpoch,
    context: ctx("team-key", uuidToBytes(teamId), u32(1)),
  };
  const encrypted_team_key = await wrap({ ...own, bytes: key, purpose: "teamKey" });
  key.fill(0);
  const body = { ...input, id: teamId, founding: entries[0], encrypted_team_key };
  const { team } = await call(endpoints.createTeam, body).catch((error: unknown) => teamIfCreated(call, teamId, error));
  await refreshMembership(context).catch(() => undefined); // the team exists; the next refresh catches up
  return team;
}

/**
 * The answer may be lost although the team was created; a retry would create a second one. @throws `error` when there is no such team, or
 * the server cannot be asked
 */
async function teamIfCreated(call: Call, id: string, error: unknown): Promise<{ readonly team: Team }> {
  if (!(error instanceof ConnectionError)) throw error;
  return call(endpoints.getTeam, { id }).catch(() => {
    throw error;
  });
}

/**
 * Starts the log of a team that was created before logs existed. People the server lists are in it once someone has confirmed them.
 * @throws ClientError for a team whose log this account has accepted: then the server hides it; AppError forbidden, stale_head when
 * another device was faster
 */
export async function startLog(context: TeamContext, { teamId }: { readonly teamId: string }): Promise<void> {
  const { call, teamSession } = context;
  const sharing = await context.sharing();
  await teamSession.ensureTrustLoaded(sharing);
  if ((await readTrust(sharing)).teams[teamId]) throw new ClientError("This team has a log, which you have accepted.");
  const { entries, known, key } = await foundLog(context, sharing, { teamId, isMember: isOwnTeam(context, teamId) });
  // The key is stored before anyone has it, next to one that another device may have drawn. The log is pinned only after it is written: if
  // that device was faster, this key is worthless (team-keys.ts).
  await changeTrust(sharing, (store) => withCandidateKey(store, { id: teamId, epoch: 1 }, key));
  key.fill(0);
  await call(endpoints.writeLog, { id: teamId, since: 0, entries: [...entries], keys: [] });
  await changeTrust(sharing, (store) => withTeam(store, teamId, pinOf(known)));
  await teamSession.sync(sharing, true).catch(() => undefined);
}

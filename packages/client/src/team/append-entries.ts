/** Writes entries to a team's log, each with what has to come in the same call: copies of the key for who may lack it, and the copies of a new one for everyone. */
import { api } from "@coffer/contract/api";
import type { TeamLog } from "@coffer/contract/team-log";
import { generateKey, type SecretKey, teamKeyCheck, toHex } from "@coffer/crypto";
import { withCandidateKey } from "../sharing/candidate-keys.ts";
import type { SharingContext } from "../sharing/context.ts";
import { noteUnanswered } from "../sharing/sign-changes.ts";
import { changeTrust } from "../sharing/trust-store.ts";
import { changeOf, type Signable } from "./admissions.ts";
import { copiesForAll, grantKeys } from "./team-keys.ts";
import { type VerifiedLog, writeEntries } from "./verified-log.ts";

type Person = TeamLog["people"][number];

/** Entries of one call; the rest goes with the next. The entry of a key is last and always included. */
export const MAX_ENTRIES = 50;

interface Giving {
  /** People who may lack the key. */
  readonly people: readonly Person[];
  readonly key: SecretKey;
}

/** Writes as many entries as one call takes, and copies of the key for the members after them. @returns null if there is nothing to write */
export async function appendEntries(
  context: SharingContext,
  log: VerifiedLog,
  changes: readonly Signable[],
  giving: Giving | null,
): Promise<VerifiedLog | null> {
  const { entries, known } = await writeEntries(log, changes.slice(-MAX_ENTRIES).map(changeOf), await context.identity(), context.now());
  const keys = giving ? await grantKeys(context, known, giving.people, giving.key) : [];
  if (entries.length === 0 && keys.length === 0) return null;
  await context.call(api.team.writeLog, { id: log.teamId, since: log.hashes.length, entries, keys });
  return known;
}

/**
 * Writes changes and a new key with a copy for everyone in the team afterwards. The key is stored before anyone has it.
 * @param people - all of the team, as the server shows them
 * @throws AppError team_key_incomplete when a member would get none: then nothing is written
 */
export async function rotateTeamKey(
  context: SharingContext,
  log: VerifiedLog,
  changes: readonly Signable[],
  people: readonly Person[],
): Promise<VerifiedLog> {
  const { teamId } = log;
  const [epoch, key, identity, at] = [log.state.epoch + 1, generateKey(context.random), await context.identity(), context.now()];
  await changeTrust(context, (store) => withCandidateKey(store, { id: teamId, epoch }, key));
  const check = toHex(await teamKeyCheck({ teamId, epoch }, key));
  const before = await writeEntries(log, changes.slice(1 - MAX_ENTRIES).map(changeOf), identity, at);
  const { keys, named } = await copiesForAll(context, before.known, epoch, people, key);
  key.fill(0);
  const after = await writeEntries(before.known, [{ kind: "key", epoch, check, ...named }], identity, at);
  const written = { id: teamId, since: log.hashes.length, entries: [...before.entries, ...after.entries], keys };
  await noteUnanswered(context, teamId, context.call(api.team.writeLog, written));
  return after.known;
}

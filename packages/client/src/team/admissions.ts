/** Who may be signed into a team: by the proof of a copied link at once, by a mailed link after a press (security design §6, table and rule 2). */
import type { TeamLog } from "@coffer/contract/team-log";
import { invitedMessage } from "@coffer/contract/team-log";
import { inviteTo } from "@coffer/core/team/log";
import type { LogChange, LogInvite, TeamState } from "@coffer/core/team/log-state";
import { fingerprint, normaliseEmail, toHex, verifyInvited } from "@coffer/crypto";
import { readTrust, type TrustStore } from "../sharing/trust-store.ts";
import { judgeKey, type TrustedKey } from "../sharing/trusted-key.ts";
import type { VerifiedLog } from "./verified-log.ts";

type Person = TeamLog["people"][number];

/** An admission before it is signed: only a trusted key gets into a log. */
interface Admission {
  readonly kind: "admit";
  /** The number of the entry that invited them. */
  readonly invited: number;
  readonly member: TrustedKey;
  readonly proof?: string;
}

/** What this client signs into a log. */
export type Signable = Exclude<LogChange, { kind: "admit" }> | Admission;

export const isSignable = (change: LogChange): change is Exclude<LogChange, { kind: "admit" }> => change.kind !== "admit";

export function changeOf(change: Signable): LogChange {
  if (change.kind !== "admit") return change;
  const { accountId: id, fingerprint: key } = change.member;
  return { ...change, member: { id, key } };
}

export const inviteOf = (state: TeamState, email: string): LogInvite | undefined => inviteTo(state, normaliseEmail(email));

/** Whether they have signed with the secret of their invitation's link. False for a mailed one, which has none. */
async function isProven(teamId: string, { proof: wanted }: LogInvite, { id, publicKey, proof }: Person): Promise<boolean> {
  if (wanted === null || proof === null) return false;
  return verifyInvited(wanted, invitedMessage(teamId, { id, key: toHex(await fingerprint(publicKey)) }), proof);
}

/** The key of a person who came by a copied link; undefined for everyone else. */
export async function provenKey(
  store: TrustStore,
  { teamId, state }: VerifiedLog,
  person: Person,
): Promise<Awaited<ReturnType<typeof judgeKey>> | undefined> {
  const { id: accountId, email, publicKey } = person;
  const invite = inviteOf(state, email);
  if (!invite || !(await isProven(teamId, invite, person))) return undefined;
  const signed = { fingerprint: toHex(await fingerprint(publicKey)), isProven: true };
  return judgeKey(store, { accountId, publicKey, email }, "given", signed);
}

/** People who came by a copied link and are not in the log yet: the only ones who are admitted unattended. */
export async function provenArrivals(
  context: Parameters<typeof readTrust>[0],
  log: VerifiedLog,
  people: readonly Person[],
): Promise<Admission[]> {
  const store = await readTrust(context);
  const changes: Admission[] = [];
  for (const person of people) {
    const invite = inviteOf(log.state, person.email);
    if (!invite || log.state.members.has(person.id)) continue;
    const [member, { proof }] = [await provenKey(store, log, person), person];
    if (typeof member === "object") changes.push({ kind: "admit", invited: invite.seq, member, ...(proof !== null && { proof }) });
  }
  return changes;
}

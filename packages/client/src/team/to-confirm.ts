/** What waits in a team for a press, because only the server says it: who came by a mailed link, who is gone, whose key is another one. */
import type { TeamLog } from "@coffer/contract/team-log";
import type { LogMember } from "@coffer/core/team/log-state";
import { normaliseEmail } from "@coffer/crypto";
import type { SharingContext } from "../sharing/context.ts";
import { keyTrustOf, readTrust, type TrustStore } from "../sharing/trust-store.ts";
import { judgeKey } from "../sharing/trusted-key.ts";
import { inviteOf, provenKey } from "./admissions.ts";
import { memberKey } from "./team-keys.ts";
import type { VerifiedLog } from "./verified-log.ts";

/**
 * `let-in`: invited by mail, and there. `gone`: a member whom the server does not list. `other-key`: a member for whom it shows another key than
 * the log or this device knows. `blocked`: the same for a person who is not in the log: they get in only after the numbers were compared.
 */
export interface ToConfirm {
  readonly kind: "let-in" | "gone" | "other-key" | "blocked";
  readonly userId: string;
  /** According to the log. */
  readonly email: string;
  readonly roleId: number;
  /** Whether this account has compared the safety number with them. */
  readonly isCompared: boolean;
}

type Person = TeamLog["people"][number];

export async function toConfirm(
  context: SharingContext,
  log: VerifiedLog,
  { people, members: listed }: Pick<TeamLog, "people" | "members">,
): Promise<ToConfirm[]> {
  const [store, { accountId }, here] = [await readTrust(context), await context.identity(), new Set(listed)];
  const { members } = log.state;
  const gone = [...members.values()].filter(({ id }) => id !== accountId && !here.has(id)).map((one) => asked("gone", one));
  const others: ToConfirm[] = [];
  for (const person of people) {
    const member = members.get(person.id);
    const question = member ? await aboutMember(store, log, member, person) : await aboutArrival(store, log, person);
    if (question && person.id !== accountId && here.has(person.id)) others.push(question);
  }
  return [...others, ...gone];
}

const asked = (
  kind: ToConfirm["kind"],
  { id, email, roleId }: Pick<LogMember, "id" | "email" | "roleId">,
  isCompared = false,
): ToConfirm => ({
  ...{ kind, userId: id, email, roleId, isCompared },
});

async function aboutMember(store: TrustStore, { state }: VerifiedLog, member: LogMember, person: Person): Promise<ToConfirm | null> {
  return (await memberKey(store, state, person)) === "blocked" ? asked("other-key", member) : null;
}

/** People who were not invited in the log are listed elsewhere: nothing is known of them. */
async function aboutArrival(store: TrustStore, log: VerifiedLog, person: Person): Promise<ToConfirm | null> {
  const { id, publicKey } = person;
  const invite = inviteOf(log.state, person.email);
  if (!invite) return null;
  const named = { id, email: normaliseEmail(person.email), roleId: invite.roleId };
  if (invite.proof !== null) return (await provenKey(store, log, person)) === "blocked" ? asked("blocked", named) : null;
  const shown = { accountId: id, publicKey, email: named.email };
  const key = await judgeKey(store, shown, "pressed");
  if (typeof key === "string") return asked("blocked", named);
  return asked("let-in", named, (await keyTrustOf(store, shown)) === "verified");
}

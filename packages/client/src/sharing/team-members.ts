/**
 * Who has ever been in a team that this account has shared something with, as its trust store remembers them (TeamPin): any device can tell whose changes there are members'
 * also where the server no longer has the team's log, or does not show it to this account.
 */
import { ClientError } from "../errors.ts";
import type { CurrentTeamKey } from "./context.ts";
import { type TrustStore, withTeam } from "./trust-store.ts";

/** @param key - hex fingerprint */
export const memberName = (id: string, key: string): string => `${id} ${key}`;

/** Of a team that this account has shared something with: also after it has ended, or this account has left it. @param key - hex fingerprint */
export const hadMember = ({ teams }: TrustStore, teamId: string, epoch: number, id: string, key: string): boolean =>
  (teams[teamId]?.members?.[memberName(id, key)] ?? 0) >= epoch;

const NOT_NEWEST =
  "Another of your devices has seen a newer list of your team's members than the server shows here. Nothing was shared: please try again.";

/** Everyone who has its newest key. */
export function membersNow({ teams }: Pick<TrustStore, "teams">, teamId: string): { readonly id: string; readonly key: string }[] {
  const members = Object.entries(teams[teamId]?.members ?? {});
  const epoch = Math.max(...members.map(([, to]) => to));
  return members.flatMap(([name, to]) => {
    const [id = "", key = ""] = name.split(" ");
    return to === epoch ? [{ id, key }] : [];
  });
}

/** @throws ClientError where another device of this account has seen more of the team's log: someone may be out of the team since, and the key another one */
export const withMembers = (
  store: TrustStore,
  { teamId, members, epoch, log }: Pick<CurrentTeamKey, "teamId" | "members" | "epoch" | "log">,
): TrustStore => {
  const pin = store.teams[teamId];
  if (pin && pin.seq > log.size) throw new ClientError(NOT_NEWEST);
  return pin ? withTeam(store, teamId, { keyEpoch: epoch, ...pin, members }) : store;
};

/**
 * Teams whose key this account keeps without being a member (decision C-16): it gives the key to those who lack it, until one of their administrators has it. They are looked at
 * in turn, a few at a time: a person who has made hundreds of teams would use up the calls that the server allows in a minute at each start, and be refused
 * what they press.
 */
import { isRefusal } from "@coffer/contract/errors";
import type { TeamLog } from "@coffer/contract/team-log";
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import type { SharingContext } from "../sharing/context.ts";
import { changeTrust, type TeamPin, type TrustStore, withTeam } from "../sharing/trust-store.ts";
import type { VerifiedLog } from "./verified-log.ts";

const AT_ONCE = 10;

interface Maintained {
  readonly log: VerifiedLog;
  readonly reply: Pick<TeamLog, "people">;
}

export class OtherTeams {
  /** Teams whose administrators have the key, or that are gone. */
  readonly #handedOver = new Set<string>();
  /** The last ones asked for, oldest first. */
  readonly #asked = new Set<string>();

  forget(): void {
    this.#handedOver.clear();
    this.#asked.clear();
  }

  /** Looks at the next few: the newest first, then those that were asked for longest ago. @param own - is not one of them */
  async maintain(teams: TrustStore["teams"], own: string, maintain: (id: string) => Promise<Maintained>): Promise<void> {
    for (const id of this.#next(teams, own)) {
      this.#asked.delete(id);
      this.#asked.add(id);
      try {
        if (isKeyHeldByAdmin(await maintain(id))) this.#handedOver.add(id);
      } catch (error) {
        if (isRefusal(error, "rate_limited")) return;
        if (isGone(error)) this.#handedOver.add(id);
      }
    }
  }

  #next(teams: TrustStore["teams"], own: string): readonly string[] {
    const waiting = Object.keys(teams).filter((id) => id !== own && !isDeleted(teams[id]) && !this.#handedOver.has(id));
    const [known, fresh] = [waiting.filter((id) => this.#asked.has(id)), waiting.filter((id) => !this.#asked.has(id))];
    const turns = [...this.#asked];
    return [...fresh.reverse(), ...known.sort((one, other) => turns.indexOf(one) - turns.indexOf(other))].slice(0, AT_ONCE);
  }
}

/** Gone or left: not asked for again. */
const isGone = (error: unknown): boolean => isRefusal(error, "not_found") || isRefusal(error, "forbidden");

/** Whether an administrator of the team has its key, according to the server; a false answer gives no one anything. */
const isKeyHeldByAdmin = ({ log: { state }, reply: { people } }: Maintained): boolean =>
  [...state.members.values()].some(({ id, roleId }) => roleId === TEAM_ADMIN && !people.some((one) => one.id === id));

/** Unless the account has agreed to it again. */
const isDeleted = (pin: TeamPin | undefined): boolean => Boolean(pin?.hasLeft && pin.isGone);

/** This account has deleted the team. What was seen of its log stays pinned. */
export const noteDeleted = async ({ sharing }: { readonly sharing: () => Promise<SharingContext> }, teamId: string): Promise<void> =>
  changeTrust(await sharing(), (store) => {
    const pin = store.teams[teamId];
    return pin ? withTeam(store, teamId, { ...pin, hasLeft: true, isGone: true }) : null;
  });

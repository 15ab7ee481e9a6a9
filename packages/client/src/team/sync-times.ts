/**
 * When a device asks for its team's log by itself: once a minute; and each time it is asked to look while someone is about to join by a link that this account has
 * just copied, or while its own key is about to come. Then a person waits on another screen, and a page that stays open looks every two seconds.
 */
import type { TeamStatus } from "./team-status.ts";
import type { VerifiedLog } from "./verified-log.ts";

const USUALLY_MS = 60_000;
/** For as long as this, someone is about to join. */
const SOON_MS = 10 * 60_000;
const KEY_PENDING_MS = 15_000;

interface Known {
  readonly status: TeamStatus;
  readonly log: VerifiedLog | undefined;
  readonly accountId: string;
}

export class SyncTimes {
  #last: { readonly teamId: string; readonly at: number } | null = null;
  #pendingSince: number | null = null;

  forget(): void {
    [this.#last, this.#pendingSince] = [null, null];
  }

  /** The next look asks. */
  forgetLast(): void {
    this.#last = null;
  }

  note(teamId: string, at: number): void {
    this.#last = { teamId, at };
  }

  noteStatus(status: TeamStatus, at: number): void {
    this.#pendingSince = status === "key-pending" ? (this.#pendingSince ?? at) : null;
  }

  isDue(teamId: string, known: Known, now: number): boolean {
    return this.#last?.teamId !== teamId || this.#last.at <= now - this.#patience(known, now);
  }

  #patience({ status, log, accountId }: Known, now: number): number {
    const isSoon = (since: number): boolean => since > now - SOON_MS;
    if (status === "key-pending") return isSoon(this.#pendingSince ?? 0) ? 0 : KEY_PENDING_MS;
    return log && hasCopiedLink(log, accountId) && isSoon(log.heardAt.get(accountId) ?? 0) ? 0 : USUALLY_MS;
  }
}

const hasCopiedLink = ({ state }: VerifiedLog, accountId: string): boolean =>
  [...state.invites.values()].some(({ by, proof }) => by === accountId && proof !== null);

/** The membership that begins with a new account; every other one begins in membership.ts. */
import { randomUUID } from "node:crypto";

/** What a new account gets that was opened by an invitation into a team. */
export const newMembership = (teamId: string | null, at: Date) =>
  teamId === null ? {} : { team_id: teamId, membership_id: randomUUID(), joined_at: at, managed_by: teamId, is_in_log: false };

/** Whether emails leave: a mail server that takes none of them is told from an address that does not exist. For doctor, the metrics and readiness. */

/** A statement with one row, see `Unsent`. */
export const UNSENT = `with email as not materialized (select state, attempts, problem, created_at, filed_at from outbox where not is_void),
  stuck as (
    select problem, created_at from email
    where filed_at is null and created_at > coalesce((select max(created_at) from email where state = 'sent'), '-infinity')
      and (state = 'failed' or (state = 'expired' and attempts > 0) or (state = 'queued' and attempts >= 3)))
  select (select count(*)::int from email where state = 'queued') as queued,
    (select count(*)::int from email where state = 'queued' and attempts > 0 and filed_at is null) as late,
    (select count(*)::int from email where state = 'failed') as failed,
    (select count(*) >= 3 or count(*) filter (where coalesce(problem, '') !~ '^(EENVELOPE|EMESSAGE) 5') > 0 from stuck) as "isFailing",
    (select problem from stuck order by created_at desc limit 1) as code`;

export interface Unsent {
  readonly queued: number;
  /** Of those, what has been tried. */
  readonly late: number;
  readonly failed: number;
  /**
   * None has left since: of those that came later, one failed (or ended as a code that is no longer true, or was tried three times) for another reason than its
   * address, or three for that one.
   */
  readonly isFailing: boolean;
  /** What the mail server, or the way to it, answered last. */
  readonly code: string | null;
}

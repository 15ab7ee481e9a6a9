/**
 * Wrong answers to short codes, counted over any 24 hours, so that guessing one succeeds with less than 10 in a million a day whatever is tried.
 *
 * Note: Nine in a million. A six-digit code is guessed with one in a million per wrong answer and code that fits. A mailed code: nine answers. A code of an
 * authenticator: five answers; in the first two the neighbouring time steps fit as well (three codes each), in the others only the present one:
 * 3 + 3 + 1 + 1 + 1 = 9. Right answers take their count back and nothing else, so signing in often buys no attempts. The 24 hours slide: there is no
 * midnight at which a second budget could follow the first.
 */
import { sql } from "drizzle-orm";
import { attempt } from "../db/access-tables.ts";
import type { Db } from "../db/connect.ts";
import { hmac } from "../secrets.ts";
import { RateLimitedError } from "./limits.ts";

const DAY_MS = 24 * 3_600_000;

/** Wrong answers in any 24 hours. */
export const ATTEMPTS = {
  mailedCode: 9,
  authenticatorCode: 5,
  /** Ten characters of 32: 50 bits. */
  recoveryCode: 50,
} as const;
type AttemptName = keyof typeof ATTEMPTS;

export interface Attempts {
  /**
   * Counts an answer before it is looked at, so that answers sent at once are all counted.
   * @returns how many were counted in the last 24 hours, this one included
   * @throws RateLimitedError when there were as many as may be
   */
  take(name: AttemptName, who: string): Promise<number>;
  /** The answer was right, or there was nothing to guess. */
  giveBack(name: AttemptName, who: string): Promise<void>;
  purge(): Promise<void>;
}

export function createAttempts(db: Db, key: Buffer, now: () => number): Attempts {
  const keyOf = (name: AttemptName, who: string): string => hmac(key, `guess\n${name}\n${who}`).toString("base64url");
  const since = (): Date => new Date(now() - DAY_MS);
  return {
    take: async (name, who) => {
      const id = keyOf(name, who);
      const recent = sql`(select coalesce(array_agg(t order by t), '{}') from unnest(${attempt.tries}) t where t > ${since()}::timestamptz)`;
      const { rows } = await db.execute<{ count: number }>(sql`
        insert into ${attempt} (key, tries) values (${id}, array[${new Date(now())}::timestamptz])
        on conflict (key) do update set tries = ${recent} || excluded.tries where cardinality(${recent}) < ${ATTEMPTS[name]}
        returning cardinality(tries) as count`);
      const count = rows[0]?.count;
      if (count === undefined) throw new RateLimitedError(await secondsUntilNext(id));
      return count;
    },
    giveBack: async (name, who) => {
      await db.execute(sql`update ${attempt} set tries = tries[1:cardinality(tries) - 1] where key = ${keyOf(name, who)}`);
    },
    purge: async () => {
      await db.execute(sql`delete from ${attempt} where not exists (select 1 from unnest(tries) t where t > ${since()}::timestamptz)`);
    },
  };

  async function secondsUntilNext(id: string): Promise<number> {
    const { rows } = await db.execute<{ oldest: string }>(
      sql`select extract(epoch from min(t)) as oldest from ${attempt}, unnest(tries) t where key = ${id} and t > ${since()}::timestamptz`,
    );
    return Math.max(1, Math.ceil(Number(rows[0]?.oldest ?? 0) + (DAY_MS - now()) / 1000));
  }
}

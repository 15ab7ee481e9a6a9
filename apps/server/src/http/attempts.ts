/**
 * Wrong answers to short codes, counted over any 24 hours, so that guessing one succeeds with a chance below one in ten thousand a day.
 *
 * Note: Hundred in a million. A six-digit code is guessed with one in a million per answer and code that fits, so fewer than 100 may be checked in a day. A mailed
 * code: 45 + 25 + 5. A code of an authenticator fits at three time steps: (10 + 10 + 10) × 3. Each kind of caller has a part that the others cannot use up. Right
 * answers take their own count back and no more, so signing in often adds no attempts. The 24 hours slide: there is no midnight at which a second budget could
 * follow the first.
 */
import { type SQL, sql } from "drizzle-orm";
import { attempt } from "../db/access-tables.ts";
import { bypassRls } from "../db/bypass-row-level-security.ts";
import type { Db } from "../db/connect.ts";
import { hmac } from "../secrets.ts";
import { RateLimitedError } from "./limits.ts";

const DAY_MS = 24 * 3_600_000;

/** Answers in any 24 hours, and how many codes are right at a time. See Note: Hundred in a million. */
export const ATTEMPTS = {
  mailedCode: { max: 45, fits: 1 },
  /** Asked for by a device that has signed in before, or by a signed-in user. */
  mailedCodeKnown: { max: 25, fits: 1 },
  /** By calls that do not say which request they answer. */
  mailedCodeUnnamed: { max: 5, fits: 1 },
  authenticatorCode: { max: 10, fits: 3 },
  authenticatorCodeKnown: { max: 10, fits: 3 },
  /** Answers of a user who is signed in to that account. */
  authenticatorCodeSession: { max: 10, fits: 3 },
} as const;
export type AttemptName = keyof typeof ATTEMPTS;

export interface Attempts {
  /**
   * Counts an answer before it is checked, so that answers sent at once are all counted.
   * @throws RateLimitedError when there were as many as may be in the last 24 hours
   */
  take(name: AttemptName, who: string): Promise<void>;
  /** The answer was right, or there was nothing to guess. */
  giveBack(name: AttemptName, who: string): Promise<void>;
  /** Whether there were as many as may be. */
  isSpent(name: AttemptName, who: string): Promise<boolean>;
  purge(): Promise<void>;
}

export function createAttempts(db: Db, key: Buffer, now: () => number): Attempts {
  const keyOf = (name: AttemptName, who: string): string => hmac(key, `guess\n${name}\n${who}`).toString("base64url");
  const ask = <Row extends Record<string, unknown>>(text: SQL) => bypassRls("budgets", () => db.execute<Row>(text));
  const since = (): Date => new Date(now() - DAY_MS);
  /** When those of the last 24 hours were counted, the oldest first. */
  const recent = async (id: string): Promise<number[]> => {
    // Those from before the clock went back (clock.ts).
    const at = sql`${new Date(now())}::timestamptz`;
    const moved = sql`(select array_agg(least(t, ${at}) order by t) from unnest(${attempt.tries}) t)`;
    await ask(sql`update ${attempt} set tries = ${moved} where key = ${id} and ${at} < any(${attempt.tries})`);
    const { rows } = await ask<{ t: string }>(
      sql`select extract(epoch from t) as t from ${attempt}, unnest(tries) t where key = ${id} and t > ${since()}::timestamptz order by t`,
    );
    return rows.map(({ t }) => Number(t));
  };
  return {
    take: async (name, who) => {
      const id = keyOf(name, who);
      const kept = sql`(select coalesce(array_agg(t order by t), '{}') from unnest(${attempt.tries}) t where t > ${since()}::timestamptz)`;
      const { rowCount } = await ask(sql`
        insert into ${attempt} (key, tries) values (${id}, array[${new Date(now())}::timestamptz])
        on conflict (key) do update set tries = ${kept} || excluded.tries where cardinality(${kept}) < ${ATTEMPTS[name].max}`);
      if (rowCount === 1) return;
      const [oldest = 0] = await recent(id);
      throw new RateLimitedError(Math.max(1, Math.ceil(oldest + (DAY_MS - now()) / 1000)));
    },
    giveBack: async (name, who) => {
      await ask(sql`update ${attempt} set tries = tries[1:cardinality(tries) - 1] where key = ${keyOf(name, who)}`);
    },
    isSpent: async (name, who) => (await recent(keyOf(name, who))).length >= ATTEMPTS[name].max,
    purge: async () => {
      await ask(sql`delete from ${attempt} where not exists (select 1 from unnest(tries) t where t > ${since()}::timestamptz)`);
    },
  };
}

/** Statements of jobs: what one account has must not keep the job from all others, however long it takes. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "./connect.ts";

/** A transaction whose statements take as long as they need. No person waits for them; they still wait no longer than others for a lock. */
export const withoutTimeLimit = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return run(tx);
  });

/** Who an email goes to, and the language that it is written in. */
import { DEFAULT_LANGUAGE } from "@coffer/core/device/languages";
import { eq } from "drizzle-orm";
import type { Tx } from "../db/connect.ts";
import { account } from "../db/tables.ts";

export type Recipient = Pick<typeof account.$inferSelect, "email" | "language">;

/** The operator of the server, and who is invited from the command line. */
export const inEnglish = (email: string): Recipient => ({ email, language: DEFAULT_LANGUAGE });

export async function recipientOf(tx: Tx, accountId: string): Promise<Recipient> {
  const [row] = await tx.select({ email: account.email, language: account.language }).from(account).where(eq(account.id, accountId));
  return row ?? inEnglish("");
}

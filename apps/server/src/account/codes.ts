/**
 * Mailed codes: random, hashed, valid ten minutes, five tries, used once. Known and unknown addresses take the same steps.
 *
 * Note: Requests. Every code belongs to the request that had it mailed, and only the caller who made the request has its id: whatever others ask and try, these five
 * tries are that caller's. A daily budget keeps many requests from adding up to many tries (http/attempts.ts). When it is used up, or when more than three codes an
 * hour are asked for, the mailbox gets one code of twelve digits per half hour, for all requests of that half hour. It is too long to guess, so it needs no budget,
 * and no one who can read the mailbox is locked out.
 */
import { randomInt } from "node:crypto";
import { CODE_LENGTH, LONG_CODE_LENGTH } from "@coffer/core/constants";
import type { Language } from "@coffer/core/device/languages";
import { and, between, desc, eq, isNull, lt, lte, sql } from "drizzle-orm";
import { CLOCKS_APART_MS, isWithin } from "../clock.ts";
import { code as table } from "../db/access-tables.ts";
import { bypassRls, bypassRlsWithin } from "../db/bypass-row-level-security.ts";
import type { Db, Tx } from "../db/connect.ts";
import type { Deps } from "../deps.ts";
import type { AttemptName } from "../http/attempts.ts";
import { RateLimitedError } from "../http/limits.ts";
import { CODE_MINUTES, type EmailName } from "../mail/emails.ts";
import { queueEmail } from "../mail/outbox.ts";
import { generateToken, hmac } from "../secrets.ts";
import { normaliseEmail } from "./accounts.ts";

const MINUTE_MS = 60_000;
const LONG_CODE_MINUTES = 60;
/** For this long new requests get the same long code; each then has as long again to answer. */
const SHARED_MS = 30 * MINUTE_MS;
/** A proven address may be used for this long (specification call K004). */
const PROVEN_MS = 15 * MINUTE_MS;
const MAX_TRIES = 5;

type CodeRow = typeof table.$inferSelect;

/** What a code proves: that the caller can read the mailbox `email`, for one purpose. */
export interface Proof {
  readonly purpose: CodeRow["purpose"];
  readonly email: string;
  /** The account that asked, where there is a session; its codes work for no other account. */
  readonly callerId?: string;
}

interface Sending {
  readonly name: Extract<EmailName, "recoveryCode" | "profileCode" | "newEmailCode" | "invitationCode">;
  readonly language: Language;
  /** Nothing is mailed; all else is the same. */
  readonly isVoid: boolean;
  /** Asked for by a device that has signed in before, or by a signed-in user. */
  readonly isKnown: boolean;
}

/** What the caller is told, whether or not there is such an account. */
export interface SentCode {
  readonly requestId: string;
  readonly codeLength: number;
}

const subjectOf = ({ secrets }: Deps, { email, callerId = "" }: Proof): string =>
  hmac(secrets.code, `${callerId}\n${normaliseEmail(email)}`).toString("base64url");
const hashOf = ({ secrets }: Deps, { purpose }: Proof, subject: string, code: string): string =>
  hmac(secrets.code, `${purpose}\n${subject}\n${code}`).toString("base64url");
const requestOf = ({ secrets }: Deps, requestId: string): string => hmac(secrets.code, `request\n${requestId}`).toString("base64url");
/** The mailbox whose code is being guessed, regardless of the caller. */
const targetOf = ({ purpose, email }: Proof): string => `${purpose}\n${normaliseEmail(email)}`;
const budgetOf = (isKnown: boolean): AttemptName => (isKnown ? "mailedCodeKnown" : "mailedCode");

const drawCode = (length: number): string =>
  Array.from({ length: length / CODE_LENGTH }, () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0")).join("");

/** Mails a code for a new request. See Note: Requests. */
export const sendCode = (deps: Deps, proof: Proof, sending: Sending): Promise<SentCode> =>
  bypassRls("budgets", () => send(deps, proof, sending));

async function send(deps: Deps, proof: Proof, { name, language, isVoid, isKnown }: Sending): Promise<SentCode> {
  const subject = subjectOf(deps, proof);
  const isFew = await deps.limits.note("codeSend", `${isKnown}\n${proof.purpose}\n${subject}`);
  const isLong = (await deps.attempts.isSpent(budgetOf(isKnown), targetOf(proof))) || !isFew;
  const requestId = generateToken();
  const codeLength = isLong ? LONG_CODE_LENGTH : CODE_LENGTH;
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`code ${proof.purpose} ${subject}`}, 0))`);
    const shared = isLong ? await findShared(deps, tx, proof, isKnown) : null;
    const code = drawCode(codeLength);
    const minutes = isLong ? LONG_CODE_MINUTES : CODE_MINUTES;
    const fresh = {
      hash: hashOf(deps, proof, subject, code),
      mailed_at: new Date(deps.now()),
      expires_at: new Date(deps.now() + minutes * MINUTE_MS),
    };
    const row = { request: requestOf(deps, requestId), purpose: proof.purpose, subject, is_known: isKnown, is_long: isLong };
    await tx.insert(table).values({ ...row, ...(shared ?? fresh) });
    const to = { email: normaliseEmail(proof.email), language };
    if (!shared) await queueEmail(deps, tx, { name, to, values: { code, minutes: String(minutes) }, isVoid });
  });
  return { requestId, codeLength };
}

/** The long code that the mailbox got a moment ago. */
async function findShared(
  deps: Deps,
  tx: Tx,
  proof: Proof,
  isKnown: boolean,
): Promise<Pick<CodeRow, "hash" | "mailed_at" | "expires_at"> | null> {
  const isRecent = between(table.mailed_at, new Date(deps.now() - SHARED_MS + 1), new Date(deps.now() + CLOCKS_APART_MS));
  const [row] = await tx
    .select({ hash: table.hash, mailed_at: table.mailed_at, expires_at: table.expires_at })
    .from(table)
    .where(and(isOf(deps, proof), eq(table.is_long, true), eq(table.is_known, isKnown), isRecent))
    .orderBy(desc(table.mailed_at))
    .limit(1);
  return row ?? null;
}

const isOf = (deps: Deps, proof: Proof) => and(eq(table.purpose, proof.purpose), eq(table.subject, subjectOf(deps, proof)));

export interface Answer {
  readonly code: string;
  /** Without it the newest request is meant: such answers have a small budget of their own and use up none of that request's tries. */
  readonly requestId?: string | undefined;
}

/**
 * Whether the code is the one that was mailed. A late, used, unknown or wrong code is just false, and so is any code after the day's tries.
 * @param mode - `use` makes it proven, and good for nothing else
 * @throws RateLimitedError after too many answers that name no request
 */
export const proveCode = (deps: Deps, proof: Proof, answer: Answer, mode: "check" | "use"): Promise<boolean> =>
  bypassRls("budgets", () => prove(deps, proof, answer, mode));

async function prove(deps: Deps, proof: Proof, answer: Answer, mode: "check" | "use"): Promise<boolean> {
  const isNamed = answer.requestId !== undefined;
  // Without a name, none that was mailed before the clock went back.
  const isPresent = and(isNull(table.proven_at), lte(table.mailed_at, new Date(deps.now() + CLOCKS_APART_MS)));
  const isAsked = isNamed ? eq(table.request, requestOf(deps, answer.requestId)) : isPresent;
  const [asked] = await deps.db
    .select()
    .from(table)
    .where(and(isOf(deps, proof), isAsked))
    .orderBy(desc(table.mailed_at), desc(table.expires_at))
    .limit(1);
  const budget = isNamed ? budgetOf(asked?.is_known ?? false) : "mailedCodeUnnamed";
  if (asked?.is_long && isNamed) return (await tryCode(deps, proof, asked, answer, mode)) === "right";
  if (!(await isTaken(deps, budget, proof))) return false;
  const outcome = asked ? await tryCode(deps, proof, asked, answer, mode) : "nothing to guess";
  if (outcome !== "wrong") await deps.attempts.giveBack(budget, targetOf(proof));
  return outcome === "right";
}

/** The caller can simply ask for another code, which is then a long one. */
async function isTaken(deps: Deps, budget: AttemptName, proof: Proof): Promise<boolean> {
  try {
    await deps.attempts.take(budget, targetOf(proof));
    return true;
  } catch (error) {
    if (budget === "mailedCodeUnnamed" || !(error instanceof RateLimitedError)) throw error;
    return false;
  }
}

const isLive = ({ mailed_at, expires_at }: CodeRow, now: number): boolean =>
  expires_at.getTime() > now && mailed_at.getTime() - now < CLOCKS_APART_MS;

type Outcome = "right" | "wrong" | "nothing to guess";

function tryCode(deps: Deps, proof: Proof, { request }: CodeRow, answer: Answer, mode: "check" | "use"): Promise<Outcome> {
  return deps.db.transaction(async (tx) => {
    const isIt = eq(table.request, request);
    const [row] = await tx.select().from(table).where(isIt).for("update");
    const isUnused = row !== undefined && row.proven_at === null && row.tries < MAX_TRIES;
    if (!isUnused || !isLive(row, deps.now())) return "nothing to guess";
    const isRight = row.hash === hashOf(deps, proof, row.subject, answer.code);
    if (isRight && mode === "use")
      await tx
        .update(table)
        .set({ proven_at: new Date(deps.now()) })
        .where(isIt);
    if (!isRight && answer.requestId !== undefined)
      await tx
        .update(table)
        .set({ tries: row.tries + 1 })
        .where(isIt);
    return isRight ? "right" : "wrong";
  });
}

/** Whether an address was proven in the last 15 minutes; uses that up. */
export async function useProof(deps: Deps, tx: Tx, proof: Proof): Promise<boolean> {
  const used = and(isOf(deps, proof), sql`${table.proven_at} is not null`);
  const rows = await bypassRlsWithin("budgets", deps.db, tx, () => tx.delete(table).where(used).returning());
  return rows.some((row) => row.proven_at !== null && isWithin(PROVEN_MS, row.proven_at, deps.now()));
}

export async function purgeCodes(db: Db, now: number): Promise<void> {
  await db.delete(table).where(lt(table.expires_at, new Date(now - PROVEN_MS)));
}

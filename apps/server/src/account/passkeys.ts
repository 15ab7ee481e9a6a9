/**
 * Passkeys that open the vault itself: added and removed after the master password, told to the owner by mail, ended by new keys. The server keeps the copy of the vault
 * key that only the passkey opens, and hands it to a session of the account, locked or not, or to a verified sign-in (passkeys design §2).
 */
import type { ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { type passkeys as endpoints, MAX_PASSKEYS } from "@coffer/contract/passkeys";
import { and, asc, eq } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { passkey } from "../db/access-tables.ts";
import type { Tx } from "../db/connect.ts";
import { session } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { queueEmail } from "../mail/outbox.ts";
import { momentInEmail } from "../mail/phrases.ts";
import type { Recipient } from "../mail/recipient.ts";
import { hashedAddress } from "../secrets.ts";
import { findAccountById, isLive } from "./accounts.ts";
import { writeAudit } from "./audit.ts";
import { findDevice } from "./devices.ts";
import { isOnDevice, placeOf, reportLost } from "./lost-device.ts";
import { askPasskey, takeChallenge } from "./passkey-challenges.ts";
import { checkAssertion, readNewPasskey } from "./passkey-proof.ts";
import { lockOwn } from "./password-proof.ts";
import { countRefusedAttempt } from "./refused-attempts.ts";
import { mintSession } from "./sessions.ts";

type Endpoints = typeof endpoints;

const NOT_THIS = "This passkey cannot be added. Please try again.";
const TOO_MANY = "There are too many passkeys for this account. Remove one first.";

export function passkeyHandlers(deps: Deps): Handlers<Endpoints> {
  return {
    passkeyToAdd: async (_, viewer) => ({ success: true, ...(await askPasskey(deps, viewer.accountId)) }),
    addPasskey: async (input, viewer) => {
      await add(deps, input, viewer);
      return { success: true };
    },
    listPasskeys: (_, viewer) => list(deps, viewer),
    removePasskey: async ({ id }, viewer) => {
      await remove(deps, id, viewer);
      return { success: true };
    },
    reportLost: async (input, viewer) => {
      await reportLost(deps, input, viewer);
      return { success: true };
    },
    passkeyCopy: async ({ id }, viewer) => {
      const [row] = await deps.db.select({ copy: passkey.copy }).from(passkey).where(isTheirs(viewer, id));
      if (!row) throw new AppError("not_found");
      return { success: true, copy: row.copy };
    },
    passkeyToSignIn: async (_, viewer) => {
      await deps.limits.count("passkeyAddress", viewer.address);
      return { success: true, ...(await askPasskey(deps, null)) };
    },
    signInByPasskey: (input, viewer) => signIn(deps, input, viewer),
  };
}

const isTheirs = ({ accountId }: Viewer, id: string) => and(eq(passkey.id, id), eq(passkey.account_id, accountId));

async function add(deps: Deps, input: ParsedOf<Endpoints["addPasskey"]>, viewer: Viewer): Promise<void> {
  const challenge = await takeChallenge(deps, input.requestId, viewer.accountId);
  const made = challenge === null ? null : await readNewPasskey(deps, challenge, input);
  if (made === null) throw new AppError("invalid_input", NOT_THIS);
  await deps.db.transaction(async (tx) => {
    const own = await lockOwn(tx, viewer);
    // The copy opens under the keys of that time alone.
    if (own.key_epoch !== input.keyEpoch) throw new AppError("stale_credentials");
    const known = await tx.select({ id: passkey.id }).from(passkey).where(eq(passkey.account_id, own.id));
    if (known.length >= MAX_PASSKEYS) throw new AppError("invalid_input", TOO_MANY);
    const at = new Date(deps.now());
    const row = { id: input.id, account_id: own.id, copy: input.copy, key_epoch: own.key_epoch, created_at: at };
    const added = await tx
      .insert(passkey)
      .values({ ...row, ...made, ...(await placeOf(tx, viewer)) })
      .onConflictDoNothing();
    if (added.rowCount !== 1) throw new AppError("invalid_input", NOT_THIS);
    await tell(deps, tx, viewer, { name: "passkeyAdded", to: own, event: "passkey.added" });
  });
  deps.log.info("passkey.added", { accountId: viewer.accountId });
}

async function list({ db, now }: Deps, viewer: Viewer): Promise<ReplyOf<Endpoints["listPasskeys"]>> {
  const isOwn = eq(passkey.account_id, viewer.accountId);
  const rows = await db.select().from(passkey).where(isOwn).orderBy(asc(passkey.created_at), asc(passkey.id));
  const live = await db
    .select()
    .from(session)
    .where(isLive(viewer, new Date(now())));
  const passkeys = rows.map(({ id, device, created_at, last_used_at, ...place }) => {
    const sessions = live.filter((one) => isOnDevice(one, { id, ...place })).map((one) => one.id);
    return { id, device, createdAt: created_at.getTime(), lastUsedAt: last_used_at?.getTime() ?? null, sessions };
  });
  return { success: true, passkeys };
}

async function remove(deps: Deps, id: string, viewer: Viewer): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const own = await lockOwn(tx, viewer);
    const removed = await tx.delete(passkey).where(isTheirs(viewer, id));
    if (removed.rowCount !== 1) throw new AppError("not_found");
    await tell(deps, tx, viewer, { name: "passkeyRemoved", to: own, event: "passkey.removed" });
  });
  deps.log.info("passkey.removed", { accountId: viewer.accountId });
}

interface PasskeyNotice {
  readonly name: "passkeyAdded" | "passkeyRemoved";
  readonly to: Recipient;
  readonly event: "passkey.added" | "passkey.removed";
}

async function tell(deps: Deps, tx: Tx, viewer: Viewer, { name, to, event }: PasskeyNotice): Promise<void> {
  await queueEmail(deps, tx, { name, to, values: momentInEmail(viewer, deps.now(), to.language) });
  await writeAudit(deps, tx, viewer, { accountId: viewer.accountId, event });
}

async function signIn(
  deps: Deps,
  input: ParsedOf<Endpoints["signInByPasskey"]>,
  viewer: Viewer,
): Promise<ReplyOf<Endpoints["signInByPasskey"]>> {
  await deps.limits.count("loginAddress", viewer.address);
  const challenge = await takeChallenge(deps, input.requestId, null);
  const [row] = await deps.db.select().from(passkey).where(eq(passkey.id, input.id));
  const counter = await checkAssertion(deps, challenge, input, row ?? null);
  // Of an unknown passkey: the one that it names. A thief may still try what its owner has removed.
  const accountId = row?.account_id ?? accountIn(input.userHandle);
  const known = await findAccountById(deps.db, accountId);
  if (!row || !known || counter === null || input.userHandle !== handleOf(known.id)) {
    await countRefusedAttempt(deps, accountId, "login.passkey-failed");
    deps.log.info("login.refused", { accountId: known?.id ?? null, address: hashedAddress(deps.secrets, viewer.address) });
    throw new AppError("invalid_credentials");
  }
  const also = async (tx: Tx): Promise<void> => {
    const used = { counter, last_used_at: new Date(deps.now()) };
    // Removed, or answered twice, since it was read.
    const isAsRead = and(eq(passkey.id, row.id), eq(passkey.counter, row.counter), eq(passkey.copy, row.copy));
    if ((await tx.update(passkey).set(used).where(isAsRead)).rowCount !== 1) throw new AppError("invalid_credentials");
  };
  const { deviceToken } = input;
  const isKnown = (await findDevice(deps, known.email, deviceToken)) !== null;
  const data = await mintSession(deps, viewer, { account: known, event: "login.passkey", passkeyId: row.id, also, isKnown, deviceToken });
  if (!data) throw new AppError("invalid_credentials");
  for (const one of ["passkeyAddress", "loginAddress"] as const) await deps.limits.forgive(one, viewer.address);
  return { success: true, data, copy: row.copy };
}

/** As the passkey keeps the id of its account. */
const handleOf = (accountId: string): string => Buffer.from(accountId.replaceAll("-", ""), "hex").toString("base64url");
const accountIn = (handle: string): string =>
  Buffer.from(handle, "base64url")
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

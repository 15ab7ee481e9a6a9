/**
 * The rehearsal: a person types the recovery key from paper, and this device says whether it opens the vault.
 *
 * Note: Here alone. The server hands out the recovery copy of the vault key before anything is typed; no call depends on what is typed until it was right, and then only the
 * sealed date is written. A device keeps neither the copy nor anything else that a typed key could be held against: with the copy, its disk and the paper would open the vault, without mailbox,
 * second factor or server.
 * What decides is the vault key that is open here, and the number of the copy in the signed head, so that a server cannot have an earlier kit pass.
 */
import { api } from "@coffer/contract/api";
import { isRehearsalDue, type KitHistory, nextRehearsal, putOffFrom } from "@coffer/core/account/rehearsal";
import { isMoment } from "@coffer/core/text";
import { context as bound, DecryptError, equalBytes, parseRecoveryKey, utf8, uuidToBytes } from "@coffer/crypto";
import { localSeal } from "../device/local-seal.ts";
import type { AccountContext } from "./context.ts";
import { FIRST_EPOCH, unwrapRecoveryCopy } from "./credentials.ts";
import { changeOwnPart, readOwnPart } from "./own-part.ts";

export interface Rehearsals {
  /** Milliseconds since 1970; null where the kit that is in force was never tried. */
  readonly triedAt: number | null;
  readonly nextAt: number;
  /** Whether to speak of it now. */
  readonly isDue: boolean;
}

/** `mistyped`: it is no whole recovery key. `another`: it is one, but does not open this vault; `isRenewed`: this account has had earlier ones. */
export type RehearsalResult =
  | { readonly is: "right" }
  | { readonly is: "mistyped" }
  /** It opens the vault, but the date could not be written. */
  | { readonly is: "right, not noted"; readonly cause: unknown }
  | { readonly is: "another"; readonly isRenewed: boolean };

/** What the vault says of the kit. `epoch`: of the recovery key; what was noted of an earlier one no longer counts. */
interface Noted {
  readonly epoch: number;
  readonly triedAt?: number;
  readonly laterUntil?: number;
}

const PART = "rehearsal";
const FIRST_SEEN = "first-seen";

/** The date is the vault's, the same on each device. Since when there is this kit only a device can tell, and a new one begins to count. */
export async function rehearsals(context: AccountContext): Promise<Rehearsals> {
  const scope = await context.vault.scope();
  const epoch = (await scope.epochs()).recovery;
  const { triedAt = null, laterUntil = null } = notedOf(await readOwnPart(context, scope, PART), epoch);
  const kit: KitHistory = { triedAt, laterUntil, knownSince: triedAt ?? (await firstSeen(context, epoch)) };
  return { triedAt, nextAt: nextRehearsal(kit), isDue: isRehearsalDue(kit, context.now()) };
}

/** For `rehearse`, which needs no server then: another device may have made a new kit, whose number the newest head has. @throws AppError */
export async function recoveryCopy({ call, vault }: AccountContext): Promise<string> {
  await (await vault.scope()).pull();
  return (await call(api.account.recoveryCopy, {})).encryptedKey;
}

interface Typed {
  /** As typed. */
  readonly recoveryKey: string;
  /** From `recoveryCopy`. */
  readonly copy: string;
}

/** See Note: Here alone. */
export async function rehearse(context: AccountContext, { recoveryKey, copy }: Typed): Promise<RehearsalResult> {
  const bytes = parseRecoveryKey(recoveryKey);
  if (!bytes) return { is: "mistyped" };
  const { recovery } = await (await context.vault.scope()).epochs();
  if (!(await isOurs(context, bytes, copy, recovery))) return { is: "another", isRenewed: recovery > FIRST_EPOCH };
  try {
    await note(context, () => ({ triedAt: context.now() }));
    return { is: "right" };
  } catch (cause) {
    return { is: "right, not noted", cause };
  }
}

export const putOffRehearsal = (context: AccountContext): Promise<void> =>
  note(context, (before) => ({ ...before, laterUntil: putOffFrom(context.now()) }));

/** @param bytes - of the typed key; they are wiped */
async function isOurs({ sessions }: AccountContext, bytes: Uint8Array, copy: string, epoch: number): Promise<boolean> {
  const { accountId, vaultKey } = sessions.keyring;
  try {
    const opened = await unwrapRecoveryCopy(bytes, copy, accountId, epoch);
    const isSame = equalBytes(opened, vaultKey);
    opened.fill(0);
    return isSame;
  } catch (error) {
    if (error instanceof DecryptError) return false;
    throw error;
  } finally {
    bytes.fill(0);
  }
}

const note = (context: AccountContext, change: (before: Partial<Noted>) => Partial<Noted>): Promise<void> =>
  changeOwnPart(context, PART, (before, { recovery }) => ({ ...change(notedOf(before, recovery)), epoch: recovery }));

/** What is noted of the recovery key with that number; nothing of what another version may have written instead. */
function notedOf(part: unknown, epoch: number): Omit<Noted, "epoch"> {
  const noted = (part ?? {}) as { readonly [Name in keyof Noted]?: unknown };
  if (noted.epoch !== epoch) return {};
  const { triedAt, laterUntil } = noted;
  return { ...(isMoment(triedAt) && { triedAt }), ...(isMoment(laterUntil) && { laterUntil }) };
}

/** When this device first saw that this recovery key is in force. */
async function firstSeen({ keys, sessions, now }: AccountContext, epoch: number): Promise<number> {
  const about = (accountId: string, place: string): Uint8Array => bound("draft", uuidToBytes(accountId), utf8(`rehearsal ${place}`));
  const sealed = localSeal({ keys, sessions }, { purpose: "draft", slot: "rehearsal", about });
  const seen = (await sealed.find(FIRST_SEEN)) as { readonly epoch?: unknown; readonly at?: unknown } | null;
  if (seen?.epoch === epoch && isMoment(seen.at)) return seen.at;
  const at = now();
  await sealed.keep(FIRST_SEEN, { epoch, at }).catch(() => undefined); // a full disk: it counts from the next time on
  return at;
}

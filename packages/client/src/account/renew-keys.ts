/**
 * Replaces all keys while signed in, with or without a new master password: afterwards the old password or recovery key opens nothing
 * current, not even together with an old copy of the data (security design §5). One call changes everything; nothing changes before it.
 */
import { api } from "@coffer/contract/api";
import { AppError, isRefusal } from "@coffer/contract/errors";
import { checkRegistrationPassword } from "@coffer/core/passwords/policy";
import { DecryptError, deriveSymmetricKey, KDF_ID, normaliseEmail, type SecretKey } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import { writeAccountPin, writePin } from "../sync/pins.ts";
import type { Scope } from "../sync/scope.ts";
import type { WholeScope } from "../sync/scope-deps.ts";
import { trustWithKey } from "../sync/version-keys.ts";
import { withWaitingKey } from "../sync/waiting-keys.ts";
import { unwrapTrust } from "../sync/wrapped-trust.ts";
import { OPENED_PERCENT, SEALED_PERCENT, share } from "./build-reset.ts";
import type { AccountContext } from "./context.ts";
import { unwrapIdentity } from "./credentials.ts";
import { forgetDeviceToken } from "./device-token.ts";
import { proveOwner } from "./lock.ts";
import { generateNewKeys, type NewKeys, wipeNewKeys } from "./new-keys.ts";
import { refuseWeakPassword } from "./new-password.ts";
import { proveToServer } from "./password-proof.ts";
import { storeKit } from "./recovery-kit.ts";
import { openWholeScope } from "./reseal-scope.ts";
import type { Sessions } from "./session.ts";

export interface RenewalForm {
  /** The current master password. */
  readonly current: string;
  /** The new password with its hint; null to keep the password. */
  readonly next: { readonly password: string; readonly hint: string | null } | null;
  /** Whether the earlier versions of items are deleted, in place of being sealed again afterwards. */
  readonly deletesVersions?: boolean | undefined;
  /** Whole percents, from 0 to 100. */
  readonly onProgress: (percent: number) => void;
}

/** The owner at the beginning: a lock or sign-out in the meantime must not stop it half-way. */
type Owner = Sessions["owner"];

/** Another device may write while everything is sealed again; then it is repeated this often. */
const MAX_ATTEMPTS = 3;

const SENT_BEFORE =
  "The change that you sent before has gone through, with the master password that you typed then. Please type that one to go on.";

const TAMPERED = "A part of your vault does not open, so its keys cannot be renewed. Nothing was changed.";

/**
 * Signs out every other device and ends the links to other profiles; this session goes on under the new keys.
 * @returns the new recovery key, to be shown once.
 * @throws ClientError 'Invalid master password'; IntegrityError or ClientError when anything in the vault does not verify: then nothing
 * was changed.
 */
export async function renewAllKeys(context: AccountContext, form: RenewalForm): Promise<{ recoveryKey: string }> {
  const { sessions, vault } = context;
  const { owner } = sessions;
  if (form.next) await refuseWeakPassword(context, { email: owner.email, password: form.next.password }, checkRegistrationPassword);
  const proof = await proveOwner(sessions, form.current);
  const scope = await vault.scope();
  const renewal = { owner, form, proof, keys: scope.keys };
  const made = (await landedBefore(context, owner, form)) ?? (await renewProven(context, scope, renewal));
  form.onProgress(100);
  return { recoveryKey: made.recoveryKey };
}

/** An earlier renewal whose answer was lost although the server did it. @throws ClientError when it was for another password than is typed now. */
async function landedBefore(context: AccountContext, owner: Owner, { current, next }: RenewalForm): Promise<NewKeys | null> {
  const { renewal } = context.steps;
  if (!renewal) return null;
  if (!(await hasLanded(context, owner, renewal))) {
    wipeNewKeys(renewal);
    context.steps.renewal = null;
    return null;
  }
  if (!(await renewal.isFor(next?.password ?? current))) throw new ClientError(SENT_BEFORE);
  await finish(context, owner, renewal);
  return renewal;
}

/** The server accepts the proof while it still knows the old password. */
async function renewProven(context: AccountContext, scope: Scope, renewal: Omit<Renewal, "whole">): Promise<NewKeys> {
  await proveToServer(context, renewal.proof.authKey);
  return attempt(scope, (whole) => renew(context, { ...renewal, whole }));
}

async function attempt<T>(scope: Scope, work: (whole: WholeScope) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await scope.withWholeScope(work);
    } catch (error) {
      const isOutrun = isRefusal(error, "stale_head") || isRefusal(error, "stale_revision");
      if (!isOutrun || tries === MAX_ATTEMPTS) throw error;
    }
  }
}

interface Renewal {
  readonly owner: Owner;
  readonly form: RenewalForm;
  readonly proof: { readonly authKey: string; readonly vaultKey: SecretKey };
  /** The keys before the renewal. */
  readonly keys: ScopeKeys;
  readonly whole: WholeScope;
}

async function renew(context: AccountContext, renewal: Renewal): Promise<NewKeys> {
  const { call, steps } = context;
  const { owner, form } = renewal;
  const made = await build(context, renewal);
  steps.renewal = made;
  const { publicKey: _, ...body } = made.body;
  const hint = form.next && { masterPasswordHint: form.next.hint };
  try {
    await call(api.account.renewKeys, { ...hint, ...body });
  } catch (error) {
    // A refusal is an answer. After any other error the server may have done it.
    if (error instanceof AppError) steps.renewal = null;
    if (error instanceof AppError || !(await hasLanded(context, owner, made).catch(() => false))) throw error;
  }
  await finish(context, owner, made);
  if (form.next) await forgetDeviceToken(context, normaliseEmail(owner.email));
  return made;
}

/** Opens and verifies everything, then seals it under new keys. */
async function build(context: AccountContext, { owner, form, proof, keys, whole }: Renewal): Promise<NewKeys> {
  const { accountId, personalScopeId: scopeId, keyEpoch, lock, encryptedPrivateKey } = owner;
  const total = whole.records.length;
  const onOpened = (count: number): void => form.onProgress(share(count, total, 0, OPENED_PERCENT));
  const { all } = await openWholeScope(keys, whole, { now: context.now(), onDone: onOpened }).catch((cause: unknown) => {
    throw cause instanceof DecryptError ? new ClientError(TAMPERED, { cause }) : cause;
  });
  const symmetricKey = await deriveSymmetricKey(proof.vaultKey, accountId, keyEpoch);
  const own = { accountId, keyEpoch, symmetricKey };
  const identity = await unwrapIdentity(own, encryptedPrivateKey);
  const store = await withWaitingKey(whole.trustText === null ? null : await unwrapTrust(own, whole.trustText), own);
  const keepsVersions = !form.deletesVersions;
  const trust = keepsVersions ? trustWithKey(store, { scopeId, epoch: keyEpoch }, proof.vaultKey) : store;
  symmetricKey.fill(0);
  return generateNewKeys(context, {
    ...{ accountId, scopeId, keyEpoch, all, identity, trust, keepsVersions },
    ...{ head: whole.head, epochs: whole.epochs, flags: whole.flags },
    email: normaliseEmail(owner.email),
    password: form.next?.password ?? form.current,
    salt: lock.salt,
    onDone: (count) => form.onProgress(share(count, all.length, OPENED_PERCENT, SEALED_PERCENT)),
  });
}

/** Whether the server has the new head. A false answer only affects the message shown; the next pull verifies. */
async function hasLanded({ call }: AccountContext, { personalScopeId: scope }: Owner, { body, pin }: NewKeys): Promise<boolean> {
  const { heads } = await call(api.vault.pull, { scope, since: pin.seq, heads: body.baseSeq });
  return heads.some(({ head }) => head === body.head);
}

/** Pins the new state, forgets the old one, and goes on under the new keys. */
async function finish(context: AccountContext, owner: Owner, made: NewKeys): Promise<void> {
  const { keys, origin, records, sessions, steps } = context;
  const { accountId, personalScopeId, email, lock } = owner;
  const { body, epochs, keyEpoch, pin, secret } = made;
  const credEpoch = epochs.cred;
  await writeAccountPin(keys, origin, normaliseEmail(email), { accountId, salt: lock.salt, kdfId: KDF_ID, credEpoch, keyEpoch });
  await writePin(keys, personalScopeId, pin);
  await storeKit(context, normaliseEmail(email), made.kit);
  await records.clear();
  const { encryptedVaultKey, encryptedPrivateKey } = body;
  const keyring = { accountId, personalScopeId, keyEpoch, ...secret };
  await sessions.rekey({ lock: { salt: lock.salt, credEpoch, encryptedVaultKey }, encryptedPrivateKey, keyring });
  steps.renewal = null;
}

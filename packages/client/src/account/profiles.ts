/** Linked profiles: several accounts of one person. The link itself is in profile-link.ts. */
import { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { checkRegistrationPassword } from "@coffer/core/passwords/policy";
import { DecryptError, KDF_ID, normaliseEmail, type SecretKey } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import type { Keyring } from "../keyring.ts";
import { readAccountPin, writeAccountPin } from "../sync/pins.ts";
import type { LinkedProfile, SwitchOutcome } from "../types.ts";
import { type CodeRequest, forgetCodeRequest, readCodeRequest, rememberCodeRequest } from "./code-request.ts";
import type { AccountContext } from "./context.ts";
import { FIRST_EPOCH } from "./credentials.ts";
import { type AccountForm, generateAccount } from "./new-account.ts";
import { refuseWeakPassword } from "./new-password.ts";
import { generateLink, openLink, ownSide, type Side, wipe } from "./profile-link.ts";
import { storeKit } from "./recovery-kit.ts";
import { enter, refuseOlder, verifiedKeyring } from "./sign-in.ts";

type Address = { readonly email: string };
type CallerSide = Pick<ReplyOf<typeof api.account.linkKey>, "linkId" | "masterKey" | "linkEpochs">;
type Switched = NonNullable<ReplyOf<typeof api.account.switchProfile>["data"]>;

/** The current one and those linked to it. */
export const profiles = async ({ call }: AccountContext): Promise<readonly LinkedProfile[]> =>
  (await call(api.account.listProfiles, {})).profiles;

/** Sends a code to the address of the new account. @throws AppError rate_limited. */
export async function sendProfileCode(context: AccountContext, { email }: Address): Promise<CodeRequest> {
  const address = normaliseEmail(email);
  return rememberCodeRequest(context, "profile", address, await context.call(api.account.initiateProfileLink, { email: address }));
}

/** @param form.code - from the mail. @throws AppError when it is wrong or has expired. */
export async function verifyProfileCode(context: AccountContext, { email, code }: Address & { readonly code: string }): Promise<void> {
  const address = normaliseEmail(email);
  await context.call(api.account.verifyProfileEmail, { email: address, code, ...(await readCodeRequest(context, "profile", address)) });
  await forgetCodeRequest(context, "profile", address);
}

/** Creates an account for an address proven by `verifyProfileCode` and links it to this one. @returns its recovery key, to be shown once. */
export async function createProfile(context: AccountContext, form: AccountForm): Promise<{ recoveryKey: string }> {
  await refuseWeakPassword(context, form, checkRegistrationPassword);
  const existing = ownSide(context.sessions.keyring);
  const { body, recoveryKey, kit, vaultKey, symmetricKey } = await generateAccount(context, form);
  const added: Side = { accountId: body.accountId, keyEpoch: FIRST_EPOCH, symmetricKey, vaultKey };
  const link = await generateLink(context.random, existing, added);
  await context.call(api.account.createProfile, { ...body, linkToUserId: existing.accountId, ...link });
  const pin = { accountId: body.accountId, salt: body.salt, kdfId: KDF_ID, credEpoch: FIRST_EPOCH, keyEpoch: FIRST_EPOCH };
  await writeAccountPin(context.keys, context.origin, body.email, pin);
  await storeKit(context, body.email, kit);
  for (const side of [existing, added]) wipe(side);
  return { recoveryKey };
}

interface Switch {
  /** Of the account to switch to. */
  readonly id: string;
  /** Its second factor. */
  readonly code?: string;
}

/**
 * Opens the link with this account's own key, then proves the link to the server.
 * @throws AppError not_found when the link does not exist (any more), invalid_mfa_code; ClientError when the answer does not open or is
 * not trusted.
 */
export async function switchProfile(context: AccountContext, { id, code }: Switch): Promise<SwitchOutcome> {
  const { call } = context;
  const side = await call(api.account.linkKey, { id });
  const { vaultKey, linkAuth } = await openLinked(context.sessions.keyring, id, side);
  const proof = { id, linkAuth, ...(code && { code: code.replace(/\s/g, "") }) };
  const { data, requiresMfa } = await call(api.account.switchProfile, proof);
  if (requiresMfa && !data) return { step: "code" };
  const keyring = await switchedKeyring(id, vaultKey, side, data);
  const salt = await saltOf(context, keyring.data);
  // The other profile is open from here on; this profile's session would remain unused.
  await call(api.account.logout, {}).catch(() => undefined);
  await enter(context, keyring.data, { salt, ...keyring, codeSent: code !== undefined });
  return { step: "switched" };
}

/** @throws AppError not_found when it is not linked (any more). */
export const unlinkProfile = async ({ call }: AccountContext, { id }: { readonly id: string }): Promise<void> =>
  void (await call(api.account.unlinkProfile, { id }));

const FAILED = "Failed to switch profiles";

async function openLinked(own: Keyring, id: string, { linkId, masterKey, linkEpochs }: CallerSide) {
  try {
    return await openLink(own, { accountId: id, keyEpoch: linkEpochs[1] }, { linkId, wrapped: masterKey });
  } catch (cause) {
    throw cause instanceof DecryptError ? new ClientError(FAILED, { cause }) : cause;
  }
}

/** The keys of the other profile, if everything in the answer belongs to that profile and this link. */
async function switchedKeyring(id: string, vaultKey: SecretKey, side: CallerSide, data: Switched | undefined) {
  const isOfLink = data?.linkId === side.linkId && data.masterKey === side.masterKey && data.keyEpoch === side.linkEpochs[1];
  if (data?.user.id !== id || !data.encryptedVaultKey || !isOfLink) throw new ClientError(FAILED);
  try {
    return { data, encryptedVaultKey: data.encryptedVaultKey, keyring: await verifiedKeyring(data, null, vaultKey) };
  } catch (cause) {
    throw cause instanceof DecryptError ? new ClientError(FAILED, { cause }) : cause;
  }
}

/** The salt for unlocking the other profile, under the same rules as at a sign-in. Hex. */
async function saltOf({ call, keys, origin }: AccountContext, data: Switched): Promise<string> {
  const email = normaliseEmail(data.user.email);
  const pin = await readAccountPin(keys, origin, email);
  refuseOlder(pin, data);
  const { kdfId, salt } = await call(api.account.prelogin, { email });
  if (kdfId !== KDF_ID || (pin && pin.salt !== salt)) throw new ClientError(FAILED);
  return salt;
}

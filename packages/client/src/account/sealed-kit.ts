/**
 * A recovery key on this device until its owner has saved it (recovery-kit.ts): sealed under the account's own key, in a slot whose name
 * reveals nothing.
 */
import { context, DecryptError, sha256, toHex, unwrap, utf8, uuidToBytes, wrap } from "@coffer/crypto";
import { DEVICE_PREFIX } from "../device/store.ts";
import type { Keyring } from "../keyring.ts";

export interface Kit {
  readonly email: string;
  /** As displayed; empty once its owner has saved it and the vault could not be told. */
  readonly recoveryKey: string;
  /** The epoch of the recovery key: a later one makes it worthless. */
  readonly epoch: number;
}

export interface SealedKit {
  readonly slot: string;
  readonly sealed: Uint8Array;
}

type Sealer = Pick<Keyring, "accountId" | "keyEpoch" | "symmetricKey">;

const aboutOf = (accountId: string): Uint8Array => context("draft", uuidToBytes(accountId), utf8("recovery-kit"));
const sealing = ({ accountId, keyEpoch, symmetricKey }: Sealer) =>
  ({ key: symmetricKey, purpose: "draft", epoch: keyEpoch, context: aboutOf(accountId) }) as const;

export const kitSlot = async (accountId: string): Promise<string> =>
  `${DEVICE_PREFIX}kit:${toHex(await sha256(aboutOf(accountId))).slice(0, 32)}`;

/** Only seals: the key is stored after the server has accepted it. */
export async function sealKit(account: Sealer, kit: Kit): Promise<SealedKit> {
  const sealed = await wrap({ ...sealing(account), bytes: utf8(JSON.stringify(kit)) });
  return { slot: await kitSlot(account.accountId), sealed: utf8(sealed) };
}

/** @returns null when it was sealed under replaced keys: the recovery key was replaced too. */
export async function openKit(account: Sealer, sealed: Uint8Array): Promise<Kit | null> {
  try {
    const bytes = await unwrap({ ...sealing(account), wrapped: new TextDecoder().decode(sealed) });
    return JSON.parse(new TextDecoder().decode(bytes)) as Kit;
  } catch (error) {
    if (error instanceof DecryptError) return null;
    throw error;
  }
}

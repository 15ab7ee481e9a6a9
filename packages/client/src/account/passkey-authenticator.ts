/** What makes and uses passkeys that open the vault: the browser's own authenticators, through the page (in tests: our own). Bytes stay in memory. */

export interface MadeVaultPasskey {
  /** base64url, as are the three texts below. */
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly authenticatorData: Uint8Array;
  /** Whether the authenticator says that it has a secret for us. */
  readonly isPrfEnabled: boolean;
  /** The secret output, where it came at once; the caller wipes it. */
  readonly prf: Uint8Array | null;
}

export interface UsedVaultPasskey {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: Uint8Array;
  readonly signature: string;
  readonly userHandle: Uint8Array | null;
  readonly prf: Uint8Array | null;
}

interface AuthenticatorRequest {
  readonly rpId: string;
  /** base64url. */
  readonly challenge: string;
  /** What the secret output is made of; always the same. */
  readonly prfInput: Uint8Array;
}

export interface VaultAuthenticator {
  readonly create: (
    asked: AuthenticatorRequest & { readonly userId: Uint8Array; readonly email: string; readonly exclude: readonly string[] },
  ) => Promise<MadeVaultPasskey>;
  /** @param asked - without ids the person chooses among all of the RP ID. */
  readonly get: (asked: AuthenticatorRequest & { readonly ids: readonly string[] }) => Promise<UsedVaultPasskey>;
  /** Tells the authenticator which passkeys still count; others it may hide. Never fails. */
  readonly keepOnly: (rpId: string, userId: Uint8Array, ids: readonly string[]) => Promise<void>;
  /** Tells it that this one counts no more. Never fails. */
  readonly forget: (rpId: string, id: string) => Promise<void>;
}

export const PRF_INPUT = new TextEncoder().encode("cf1/passkey/prf");

/** Offsets and flags of WebAuthn's authenticator data. */
const FLAGS_AT = 32;
const USER_VERIFIED = 0x04;
const BACKED_UP = 0x08;

/** Whether the authenticator itself has verified its user. */
export const isUserVerified = (authenticatorData: Uint8Array): boolean => ((authenticatorData[FLAGS_AT] ?? 0) & USER_VERIFIED) !== 0;
/** Whether it is stored with a provider, as a passkey of an Apple or Google account does. */
export const isBackedUp = (authenticatorData: Uint8Array): boolean => ((authenticatorData[FLAGS_AT] ?? 0) & BACKED_UP) !== 0;
export const rpIdHashOf = (authenticatorData: Uint8Array): Uint8Array => authenticatorData.subarray(0, FLAGS_AT);

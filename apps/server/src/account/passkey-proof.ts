/**
 * Whether what a passkey says is true: signature, verified user, and the origin and RP ID that the operator has set, never those of a request. Attestation is not
 * asked for: which make of authenticator a person has is not our business.
 */
import type { ParsedOf } from "@coffer/contract/endpoint";
import type { passkeys as endpoints } from "@coffer/contract/passkeys";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { linkTo } from "../config.ts";
import type { Deps } from "../deps.ts";
import { keyOfNoOne } from "./unknown-passkeys.ts";

/** ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

export interface StoredPasskey {
  readonly public_key: string;
  readonly counter: number;
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "base64url"));

function expected({ config }: Deps, challenge: string) {
  const { origin, hostname } = new URL(linkTo(config, "/"));
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true };
}

/** No page of another origin is above the one that asked: the app is in no one's frame, so an answer that was given in one is not for it. */
function isOfOwnPage(clientDataJSON: string): boolean {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as Readonly<Record<string, unknown>>;
  return (crossOrigin ?? false) === false && topOrigin === undefined;
}

/** @returns its public key; null for whatever is not a new passkey of this challenge */
export async function readNewPasskey(
  deps: Deps,
  challenge: string,
  { id, clientDataJSON, attestationObject }: ParsedOf<(typeof endpoints)["addPasskey"]>,
): Promise<StoredPasskey | null> {
  const answer = { clientDataJSON, attestationObject };
  const response = { id, rawId: id, type: "public-key" as const, clientExtensionResults: {}, response: answer };
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      ...expected(deps, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo?.fmt !== "none" || registrationInfo.credential.id !== id || !isOfOwnPage(clientDataJSON)) return null;
    const { publicKey, counter } = registrationInfo.credential;
    return { public_key: Buffer.from(publicKey).toString("base64url"), counter };
  } catch {
    return null; // Whatever is wrong reads alike.
  }
}

/** @returns the new counter; null when it is not the passkey's answer to this challenge */
export async function checkAssertion(
  deps: Deps,
  challenge: string | null,
  { id, clientDataJSON, authenticatorData, signature, userHandle }: ParsedOf<(typeof endpoints)["signInByPasskey"]>,
  stored: StoredPasskey | null,
): Promise<number | null> {
  const { public_key, counter } = stored ?? { public_key: keyOfNoOne(deps.secrets.prelogin, id), counter: 0 };
  const answer = { clientDataJSON, authenticatorData, signature, userHandle };
  const response = { id, rawId: id, type: "public-key" as const, clientExtensionResults: {}, response: answer };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      ...expected(deps, challenge ?? "none"),
      credential: { id, publicKey: bytesOf(public_key), counter },
    });
    const isTheirs = verified && isOfOwnPage(clientDataJSON);
    return isTheirs && stored !== null && challenge !== null ? authenticationInfo.newCounter : null;
  } catch {
    return null; // As above.
  }
}

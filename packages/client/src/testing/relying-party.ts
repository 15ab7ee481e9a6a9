/** A site that takes passkeys, on `@simplewebauthn/server` with its defaults: what journeys sign in to. */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from "@simplewebauthn/server";
import type { UserVerification } from "../vault/passkeys/ceremony.ts";

/** Options as JSON; what a reader of them needs is its own business. */
interface Options {
  readonly challenge: string;
}

interface Wanted {
  readonly userVerification: UserVerification;
  /** Ids of passkeys that alone will do; none: any of the site. */
  readonly listed?: readonly string[];
}

export function relyingParty(origin: string, rpID = new URL(origin).hostname) {
  const known = new Map<string, WebAuthnCredential>();
  const expected = (challenge: string) => ({ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID });
  /** The library wants a verified user unless it is told otherwise, also where a site only prefers one. */
  const wants = (userVerification: UserVerification) => (userVerification === "discouraged" ? { requireUserVerification: false } : {});
  return {
    creation: (userName: string, alg: number, userVerification: UserVerification): Promise<Options> =>
      generateRegistrationOptions({
        rpName: "The site",
        rpID,
        userName,
        supportedAlgorithmIDs: [alg],
        authenticatorSelection: { residentKey: "required", userVerification },
      }),
    async register(response: unknown, challenge: string, userVerification: UserVerification) {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        ...expected(challenge),
        ...wants(userVerification),
      });
      if (registrationInfo) known.set(registrationInfo.credential.id, registrationInfo.credential);
      return registrationInfo ?? null;
    },
    request: ({ userVerification, listed = [] }: Wanted): Promise<Options> =>
      generateAuthenticationOptions({
        rpID,
        userVerification,
        allowCredentials: listed.map((id) => ({ id, transports: ["usb", "internal"] })),
      }),
    /** @returns null for a passkey that the site does not know */
    async signIn(response: unknown, challenge: string, userVerification: UserVerification) {
      const answer = response as AuthenticationResponseJSON;
      const credential = known.get(answer.id);
      if (credential === undefined) return null;
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer,
        credential,
        ...expected(challenge),
        ...wants(userVerification),
      });
      return { verified, ...authenticationInfo };
    },
  };
}

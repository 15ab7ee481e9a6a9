/** Sites accept what we make: `@simplewebauthn/server` with its defaults, and a second reader by Node's cryptography; and refuse a stranger. */
import { randomBytes } from "@coffer/crypto";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { describe, expect, it } from "vitest";
import { type Expected, isSignedIn, readRegistration } from "../../testing/second-verifier.ts";
import { type AssertedCredential, assertPasskey, type RequestOptions } from "./assert-passkey.ts";
import type { UserVerification } from "./ceremony.ts";
import { type CreationOptions, createPasskey, type MadePasskey } from "./create-passkey.ts";

const RP_ID = "example.com";
const PAGE = { origin: "https://login.example.com" };
const ALGORITHMS = [-7, -8, -257] as const;
const VERIFICATIONS = ["required", "preferred", "discouraged"] as const;
const CHOICES = ["resident", "listed id"] as const;
const CREATED = { verified: 0x5d, unverified: 0x59 };
const ASSERTED = { verified: 0x1d, unverified: 0x19 };

/** As it reaches a server. */
const sentAs = <Form>(value: unknown): Form => JSON.parse(JSON.stringify(value)) as Form;

/** The library's own options, sent through JSON as a page would. */
async function register(alg: number, userVerification: UserVerification, isVerified: boolean) {
  const options = await generateRegistrationOptions({
    rpName: "Example",
    rpID: RP_ID,
    userName: "ann@example.com",
    userDisplayName: "Ann",
    supportedAlgorithmIDs: [alg],
    authenticatorSelection: { residentKey: "required", userVerification },
  });
  const made = await createPasskey({
    page: PAGE,
    options: sentAs<CreationOptions>(options),
    isVerified,
    random: randomBytes,
    now: 1_700_000_000_000,
  });
  if ("error" in made) throw new Error(made.error);
  return { options, made };
}

const verifyCreated = (response: MadePasskey["credential"], challenge: string, isUvWanted: boolean) =>
  verifyRegistrationResponse({
    response: sentAs<RegistrationResponseJSON>(response),
    expectedChallenge: challenge,
    expectedOrigin: PAGE.origin,
    expectedRPID: RP_ID,
    ...(!isUvWanted && { requireUserVerification: false }),
  });

async function signIn(made: MadePasskey, userVerification: UserVerification, isVerified: boolean, isListed: boolean) {
  const listed = isListed ? [{ id: made.passkey.id, transports: ["usb" as const] }] : [];
  const options = await generateAuthenticationOptions({ rpID: RP_ID, userVerification, allowCredentials: listed });
  const credential = await assertPasskey({
    page: PAGE,
    options: sentAs<RequestOptions>(options),
    isVerified,
    passkey: made.passkey,
    key: made.key,
  });
  if ("error" in credential) throw new Error(credential.error);
  return { challenge: options.challenge, credential };
}

type Registered = NonNullable<VerifiedRegistrationResponse["registrationInfo"]>;
const verifyAsserted = (response: AssertedCredential, challenge: string, { credential }: Registered, isUvWanted: boolean) =>
  verifyAuthenticationResponse({
    response: sentAs<AuthenticationResponseJSON>(response),
    expectedChallenge: challenge,
    expectedOrigin: PAGE.origin,
    expectedRPID: RP_ID,
    credential,
    ...(!isUvWanted && { requireUserVerification: false }),
  });

const expectedOf = (challenge: string, flags: number): Expected => ({ challenge, origin: PAGE.origin, rpId: RP_ID, flags });

describe.each(ALGORITHMS)("algorithm %i", (alg) => {
  describe.each(VERIFICATIONS)("user verification %s", (verification) => {
    // "preferred" verifies too, because libraries want it by default; "discouraged" does not.
    const isVerified = verification !== "discouraged";
    const flagsOf = ({ verified, unverified }: typeof CREATED): number => (isVerified ? verified : unverified);

    it.each(CHOICES)("%s: both accept the registration and the sign-in", async (choice) => {
      const { options, made } = await register(alg, verification, isVerified);
      const { registrationInfo, verified } = await verifyCreated(made.credential, options.challenge, isVerified);
      expect(verified).toBe(true);
      expect(registrationInfo).toMatchObject({ credentialDeviceType: "multiDevice", credentialBackedUp: true, userVerified: isVerified });
      expect(registrationInfo).toMatchObject({ fmt: "none", aaguid: "128bc133-9f7e-75a3-1569-07ff6e71cda1", credential: { counter: 0 } });
      const second = readRegistration(made.credential, expectedOf(options.challenge, flagsOf(CREATED)));
      if (!second || !registrationInfo) throw new Error("refused");
      expect(second).toMatchObject({ alg, aaguid: "128bc1339f7e75a3156907ff6e71cda1" });

      const { challenge, credential } = await signIn(made, verification, isVerified, choice === "listed id");
      const answer = await verifyAsserted(credential, challenge, registrationInfo, isVerified);
      expect(answer).toMatchObject({ verified: true, authenticationInfo: { newCounter: 0, userVerified: isVerified } });
      expect(isSignedIn(credential, second, expectedOf(challenge, flagsOf(ASSERTED)))).toBe(true);
      expect(credential.response.userHandle).toBe(options.user.id);
    });
  });

  it("an answer without a verified user is refused where one is wanted", async () => {
    const { options, made } = await register(alg, "discouraged", false);
    await expect(verifyCreated(made.credential, options.challenge, true)).rejects.toThrow(/user verification/i);
    expect(readRegistration(made.credential, expectedOf(options.challenge, CREATED.verified))).toBeNull();
  });

  it("a stranger is refused: another key, origin, site or challenge, and any changed byte", async () => {
    const [{ options, made }, other] = [await register(alg, "required", true), await register(alg, "required", true)];
    const { registrationInfo } = await verifyCreated(made.credential, options.challenge, true);
    const second = readRegistration(made.credential, expectedOf(options.challenge, CREATED.verified));
    if (!registrationInfo || !second) throw new Error("refused");
    const { challenge, credential } = await signIn(made, "required", true, true);
    const isTaken = async (response: AssertedCredential, changed: Partial<Expected> = {}): Promise<readonly [boolean, boolean]> => {
      const expected = { ...expectedOf(challenge, ASSERTED.verified), ...changed };
      const { verified } = await verifyAuthenticationResponse({
        response: sentAs<AuthenticationResponseJSON>(response),
        expectedChallenge: expected.challenge,
        expectedOrigin: expected.origin,
        expectedRPID: expected.rpId,
        credential: registrationInfo.credential,
      }).catch(() => ({ verified: false }));
      return [verified, isSignedIn(response, second, expected)];
    };
    expect(await isTaken(credential)).toEqual([true, true]);

    const { page, isVerified } = { page: PAGE, isVerified: true };
    const forged = await assertPasskey({
      page,
      options: { challenge, rpId: RP_ID },
      isVerified,
      passkey: made.passkey,
      key: { ...other.made.key, id: made.passkey.id },
    });
    if ("error" in forged) throw new Error(forged.error);
    expect(await isTaken(forged)).toEqual([false, false]);
    expect(await isTaken(credential, { origin: "https://evil.example" })).toEqual([false, false]);
    expect(await isTaken(credential, { rpId: "evil.example" })).toEqual([false, false]);
    expect(await isTaken(credential, { challenge: options.challenge })).toEqual([false, false]);
    for (const part of ["authenticatorData", "clientDataJSON", "signature"] as const) {
      const bytes = Buffer.from(credential.response[part], "base64url");
      for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        const response = { ...credential.response, [part]: changed.toString("base64url") };
        expect(await isTaken({ ...credential, response })).toEqual([false, false]);
      }
    }
  });
});

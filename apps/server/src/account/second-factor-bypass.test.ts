import { allEndpoints } from "@coffer/contract/all-endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { exampleCall, exampleInput } from "../testing/examples.ts";
import { newIdentity, writeAfter } from "../testing/identities.ts";
import { LINK_AUTH, linkProfile } from "../testing/profiles.ts";
import { type SecondFactor, turnOnSecondFactor, wrongCode } from "../testing/second-factor.ts";
import { type Answer, hex, openWorld, type Person, type Server, type World, wrapped } from "../testing/world.ts";

/** Every path to a session of an account with two-factor, without its code. There must be none. */
let world: World;
let server: Server;
let ann: Person;
let factor: SecondFactor;
/** A profile of Bob's, linked after two-factor was turned on. */
let bob: Person;

beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  ann = await server.join("ann@example.com", 1);
  factor = await turnOnSecondFactor(server, ann);
  bob = await server.join("bob@example.com");
  await linkProfile(server, bob, ann);
});
afterAll(() => world.end());

const nextDay = (): void => {
  server.clock.now += 25 * 3_600_000;
};
const wrong = (): string => wrongCode(factor.secret, server.clock.now);
const tempTokenOf = async (): Promise<unknown> =>
  (await server.call("POST", "/users/login", { email: ann.email, authKey: ann.authKey })).body.tempToken;
const mailedCode = async (): Promise<string> => {
  await server.call("POST", "/users/forgot-password", { email: ann.email });
  return server.mailedCode(ann.email);
};
async function bobsToken(): Promise<string> {
  const { body } = await server.call("POST", "/users/login", { email: bob.email, authKey: bob.authKey });
  return (body.data as { token: string }).token;
}

type Attempts = () => Promise<readonly Answer[]>;
const withTempTokens =
  (path: string, bodies: (tempToken: unknown) => readonly object[]): Attempts =>
  async () => {
    const answers: Answer[] = [];
    for (const body of bodies(await tempTokenOf())) answers.push(await server.call("POST", path, body));
    return answers;
  };

/** For each endpoint whose reply has a token in it: every attempt with the password, the mailbox or a link, but without a code. */
const ATTEMPTS: Readonly<Record<string, Attempts>> = {
  "account.login": async () => [await server.call("POST", "/users/login", { email: ann.email, authKey: ann.authKey })],
  "account.verifyMfa": withTempTokens("/users/verify-mfa", (tempToken) => [
    { tempToken, code: wrong() },
    { tempToken, code: "00000-00000" },
    { tempToken: bob.token, code: "123456" },
    { tempToken: "x", code: "123456" },
  ]),
  "account.verifyRecovery": async () => {
    const token = await mailedCode();
    const verify = (more: object) => server.call("POST", "/users/verify-recovery", { email: ann.email, token, ...more });
    return [await verify({}), await verify({ mfaCode: wrong() }), await verify({ mfaCode: "" })];
  },
  // With a passkey of hers, whose user was verified, there is one: tests/flows/vault-passkeys.flow.test.ts.
  "passkeys.signInByPasskey": async () => {
    const { body } = await server.call("POST", "/users/passkeys/challenge", {});
    const texts = { clientDataJSON: "AQID", authenticatorData: "AQID", signature: "AQID" };
    const userHandle = Buffer.from(ann.accountId.replaceAll("-", ""), "hex").toString("base64url");
    const answer = { requestId: body.requestId, id: "A".repeat(43), userHandle, ...texts };
    return [await server.call("POST", "/users/passkeys/sign-in", answer)];
  },
  "account.switchProfile": async () => {
    const token = await bobsToken();
    const change = (body: object) =>
      server.call("POST", `/users/switch-profile/${ann.accountId}`, { linkAuth: LINK_AUTH, ...body }, { token });
    return [await change({}), await change({ code: wrong() }), await change({ code: "" })];
  },
};

const givesToken = (schema: z.ZodType): boolean =>
  /"(?:token|tempToken|data)":\{/.test(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any", io: "output" }))) &&
  /"(?:token|tempToken)":\{"type":"string"/.test(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any", io: "output" })));

describe("an account with two-factor", () => {
  it("is tried through every endpoint whose reply has a token in it", () => {
    const names = allEndpoints()
      .filter(([, spec]) => givesToken(spec.reply))
      .map(([name]) => name);
    expect(names.sort()).toEqual(Object.keys(ATTEMPTS).sort());
  });

  it.each(Object.entries(ATTEMPTS))("gets no session from %s without a code", async (_, attempt) => {
    nextDay();
    for (const { body } of await attempt()) {
      expect(JSON.stringify(body)).not.toMatch(/"token":/);
      expect(body.data).toBeUndefined();
      if (body.tempToken !== undefined) await opensNothing(body.tempToken as string);
    }
  });

  it("gets no session from the token of a recovery, and still asks for the code after the reset", async () => {
    nextDay();
    const input = { email: ann.email, token: await mailedCode(), mfaCode: factor.next() };
    const { tempToken } = (await server.call("POST", "/users/verify-recovery", input)).body as { tempToken: string };
    await opensNothing(tempToken);
    const [authKey, publicKey] = [hex(32), newIdentity()];
    const reset = {
      ...{ email: ann.email, authKey, encryptedVaultKey: wrapped(), encryptionKey: wrapped(), reEncryptedEntries: [], discardItems: true },
      ...{ encryptedPrivateKey: wrapped(), publicKey, recoveryAuthHash: hex(32), ...writeAfter(publicKey, await ann.stored()) },
    };
    const done = await server.call("POST", "/users/reset-password", reset, { token: tempToken });
    expect(done.body).toEqual({ success: true });
    expect((await server.call("POST", "/users/reset-password", reset, { token: tempToken })).body.code).toBe("session_expired");
    const again = await server.call("POST", "/users/login", { email: ann.email, authKey });
    expect(again.body).toMatchObject({ requiresMfa: true });
    expect(again.body.data).toBeUndefined();
  });
});

/** A token for one purpose is refused by every call that wants a session. */
async function opensNothing(token: string): Promise<void> {
  for (const [name, spec] of allEndpoints()) {
    if (spec.access !== "signed-in") continue;
    server.clock.now += 250;
    const { path, body } = exampleCall(spec, exampleInput(spec));
    const address = `198.51.100.${Math.floor(Math.random() * 250)}`;
    expect([name, (await server.call(spec.method, path, body, { token, address })).status]).toEqual([name, 401]);
  }
}

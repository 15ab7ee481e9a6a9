/** Lies in what the server asks of a passkey and answers to a sign-in by one: other inputs, other accounts, older epochs; and passkeys that are not this vault's. */
import { expect } from "vitest";
import { openAuthenticator, type VirtualAuthenticator } from "../../flows/vault-authenticator.ts";
import { refused, type Stage } from "../evil-server.ts";
import { askLoginData, type LoginData } from "../forge.ts";
import { addPasskey, rowOf, stopsSignIn, stopsUnlock } from "../passkey-scene.ts";
import type { Row } from "../row.ts";

const SIGN_IN = "/users/passkeys/sign-in";
const OPENS_NOTHING = { name: "ClientError", message: expect.stringContaining("does not open your vault") };
const ANOTHERS = { name: "ClientError", message: expect.stringContaining("belongs to another account") };
const NOT_UNDERSTOOD = { name: "AnswerError" };

type Reply = { data: LoginData; copy: string };

const said = (authenticator: VirtualAuthenticator) => [authenticator.made.length, authenticator.outputs.length];

/** What a ceremony is made of is the client's alone. */
const asks = (what: string, more: object): readonly Row[] => [
  {
    attack: "29, R4",
    does: `names ${what} in the challenge for a sign-in`,
    answer: "stops before any passkey is asked",
    run: async (stage) => {
      const held = await addPasskey(stage, stage.ann);
      const before = said(held.authenticator);
      stage.lie("/users/passkeys/challenge", (body: object) => ({ ...body, ...more }));
      const { client } = await stage.world.stranger();
      await refused(stage, () => client.account.signInByPasskey(held), NOT_UNDERSTOOD);
      expect(said(held.authenticator)).toEqual(before);
      stage.honest();
      await client.account.login(stage.ann);
    },
  },
  {
    attack: "29, R4",
    does: `names ${what} in the challenge for a new passkey`,
    answer: "stops before any passkey is made",
    run: async (stage) => {
      const { account } = stage.ann.client;
      const authenticator = openAuthenticator(stage.world.origin);
      await account.kitSaved(stage.ann);
      stage.lie("/users/passkeys/options", (body: object) => ({ ...body, ...more }));
      await refused(stage, () => account.addPasskey({ authenticator, name: "Laptop" }), NOT_UNDERSTOOD);
      expect(said(authenticator)).toEqual([0, 0]);
    },
  },
];

/** The lie is in the answer to the sign-in of a device that has never seen Ann, or of one that has. */
const answers = (
  attack: string,
  does: string,
  change: (reply: Reply, stage: Stage) => Promise<object> | object,
  refusal: object,
  isKnown = false,
): Row => ({
  attack,
  does: `answers a sign-in by passkey ${does}`,
  answer: "no session begins, nothing is written",
  run: async (stage) => {
    const held = await addPasskey(stage, stage.ann);
    const data = await askLoginData(stage, stage.ann);
    const changed = await change({ data, copy: "" }, stage);
    const device = isKnown ? stage.ann.client : undefined;
    if (device) await device.account.logout();
    stage.lie(SIGN_IN, ({ data: own, ...rest }: Reply) => ({ ...rest, data: { ...own, ...changed } }));
    await stopsSignIn(stage, held, refusal, device);
  },
});

const evesData = async (stage: Stage): Promise<LoginData> => {
  const { token: _, ...data } = await askLoginData(stage, stage.eve);
  return data as LoginData;
};

const ANSWERS: readonly Row[] = [
  answers("R5, 24", "for another account", async (_, stage) => evesData(stage), ANOTHERS),
  answers(
    "R5",
    "for another account under her address",
    async ({ data }, stage) => ({
      user: { ...data.user, id: (await evesData(stage)).user.id },
    }),
    ANOTHERS,
  ),
  answers(
    "24",
    "with another account's identity",
    async (_, stage) => ({
      encryptedPrivateKey: (await evesData(stage)).encryptedPrivateKey,
    }),
    OPENS_NOTHING,
  ),
  answers("24", "with a later epoch of the keys", () => ({ keyEpoch: 2 }), OPENS_NOTHING),
  answers("26", "without the vault key that her password opens", () => ({ encryptedVaultKey: null }), {
    message: "Server response missing encrypted vault key",
  }),
  answers("29, R4", "with an input for its secret", () => ({ prf: { eval: { first: "AAAA" } } }), NOT_UNDERSTOOD),
  answers(
    "R5, 20",
    "for another account, where this device knows hers",
    async ({ data }, stage) => ({
      user: { ...(await evesData(stage)).user, email: data.user.email },
    }),
    ANOTHERS,
    true,
  ),
];

const OTHER_SALT = { name: "ClientError", message: expect.stringContaining("other key parameters") };

const KNOWN_DEVICE: readonly Row[] = [
  {
    attack: "9, S14",
    does: "at a sign-in by passkey names another salt than this device has seen",
    answer: "the sign-in stops",
    run: async (stage) => {
      const held = await addPasskey(stage, stage.ann);
      await stage.ann.client.account.logout();
      stage.lie("/users/prelogin", () => ({ kdfId: 1, salt: "00112233445566778899aabbccddeeff" }));
      await stopsSignIn(stage, held, OTHER_SALT, stage.ann.client);
    },
  },
  {
    attack: "2, 47",
    does: "at a sign-in by passkey names an older epoch of the credentials than this device has seen",
    answer: "the sign-in is refused as a rollback",
    run: async (stage) => {
      const { ann } = stage;
      const next = "Another-Horse-77-Nettle!";
      await ann.client.account.changePassword({ current: ann.password, next, hint: null });
      Object.assign(ann, { password: next });
      const held = await addPasskey(stage, ann);
      await ann.client.account.logout();
      stage.lie(SIGN_IN, ({ data, ...rest }: Reply) => ({ ...rest, data: { ...data, credEpoch: 1 } }));
      await stopsSignIn(stage, held, { name: "IntegrityError", code: "rollback" }, ann.client);
    },
  },
];

type Used = Awaited<ReturnType<VirtualAuthenticator["get"]>>;

/** An answer of an authenticator that a browser would not give, or of another person's passkey in the same one. */
const otherPasskey = (does: string, refusal: object, change: (used: Used, stage: Stage) => Promise<Used> | Used): Row => ({
  attack: "44",
  does: `at an unlock ${does}`,
  answer: "the server is asked for nothing; the vault stays locked",
  run: async (stage) => {
    const held = await addPasskey(stage, stage.ann);
    await stage.ann.client.account.lock();
    const authenticator = {
      ...held.authenticator,
      get: async (asked: Parameters<VirtualAuthenticator["get"]>[0]) => change(await held.authenticator.get(asked), stage),
    };
    const before = stage.sent.length;
    await stopsUnlock(stage, { ...held, authenticator }, refusal);
    expect(stage.sent.slice(before).filter(({ url }) => url.includes("/users/passkeys/copy"))).toEqual([]);
  },
});

const flagless = ({ authenticatorData, ...used }: Used): Used => ({
  ...used,
  authenticatorData: authenticatorData.map((byte, at) => (at === 32 ? byte & ~0x04 : byte)),
});
const elsewhere = ({ authenticatorData, ...used }: Used): Used => ({
  ...used,
  authenticatorData: authenticatorData.map((byte, at) => (at === 0 ? byte ^ 1 : byte)),
});

const OTHERS: readonly Row[] = [
  otherPasskey("a passkey answers that did not verify its user", OPENS_NOTHING, flagless),
  otherPasskey("a passkey answers for another host", OPENS_NOTHING, elsewhere),
  otherPasskey("another person's passkey answers", ANOTHERS, (used) => ({ ...used, userHandle: new Uint8Array(16).fill(5) })),
  otherPasskey("a passkey answers that names no account", OPENS_NOTHING, (used) => ({ ...used, userHandle: null })),
  otherPasskey("a passkey answers that has no secret", OPENS_NOTHING, (used) => ({ ...used, prf: null })),
  {
    attack: "44, 24",
    does: "at an unlock another person's passkey answers, and the server gives the copy under it",
    answer: "it is told from the account that the passkey names; the vault stays locked",
    run: async (stage) => {
      const eves = await addPasskey(stage, stage.eve);
      await addPasskey(stage, stage.ann);
      await stage.ann.client.account.lock();
      const { copy } = await rowOf(stage, eves.id);
      stage.lie("/users/passkeys/copy", () => ({ success: true, copy }));
      await stopsUnlock(stage, eves, ANOTHERS);
    },
  },
];

export const PASSKEY_SIGN_IN: readonly Row[] = [
  ...asks("an RP ID", { rpId: "evil.example" }),
  ...asks("an input for the secret", { extensions: { prf: { eval: { first: "AAAA" } } } }),
  ...asks("passkeys to choose from", { allowCredentials: [] }),
  ...asks("the account", { userId: "AAAAAAAAAAAAAAAAAAAAAA" }),
  ...ANSWERS,
  ...KNOWN_DEVICE,
  ...OTHERS,
];

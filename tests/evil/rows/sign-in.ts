/** Lies in the answers to a sign-in: key parameters, keys, whose account it is. */
import { expect } from "vitest";
import { wrapIdentity, wrapVaultKey } from "../../../packages/client/src/account/credentials.ts";
import { deriveSymmetricKey, generateIdentity, type SecretKey } from "../../../packages/crypto/src/index.ts";
import { refused, type Stage } from "../evil-server.ts";
import { type Forge, forgeOf, loginData } from "../forge.ts";
import type { Row } from "../row.ts";
import { PULL, type Snapshot } from "./pull.ts";

const CLIENT = { name: "ClientError" };
/** The message that names the risk. */
const OTHER = { name: "ClientError", message: expect.stringContaining("other key parameters") };
type Data = { data: Record<string, unknown> & { user: Record<string, unknown> } };

/** Ann signs in on a device; `isKnown` when it has seen the account before. */
async function signIn({ ann, world }: Stage, isKnown: boolean): Promise<() => Promise<unknown>> {
  const typed = { email: ann.email, password: ann.password };
  const { client } = isKnown ? ann : await world.stranger();
  if (isKnown) await client.account.logout();
  return () => client.account.login(typed);
}

/** The lie is told at prelogin: the client must not derive keys for it, so it must send nothing. */
const parameters = (
  does: string,
  change: object,
  { isKnown = false, refusal = {} }: { isKnown?: boolean; refusal?: object } = {},
): Row => ({
  attack: "9, 12, 18, 29",
  does: `prelogin says ${does}`,
  answer: "stops before the password is derived; sends no login",
  ...(!isKnown && { onlyReads: true }),
  run: async (stage) => {
    const act = await signIn(stage, isKnown);
    stage.lie("/users/prelogin", (body: object) => ({ ...body, ...change }));
    const before = stage.sent.length;
    await refused(stage, act, refusal);
    expect(stage.sent.slice(before).filter(({ url }) => url.endsWith("/users/login"))).toEqual([]);
  },
});

/** The lie is in the login's answer. */
const reply = (
  attack: string,
  does: string,
  change: (data: Data["data"], stage: Stage) => object | Promise<object>,
  refusal: object = {},
  isKnown = false,
): Row => ({
  attack,
  does: `login answers ${does}`,
  answer: "no session begins, nothing is written",
  ...(!isKnown && { onlyReads: true }),
  run: async (stage) => {
    const act = await signIn(stage, isKnown);
    const changed: { by?: object } = {};
    const honest = await loginData(stage, stage.ann);
    changed.by = await change(honest, stage);
    stage.lie("/users/login", ({ data, ...rest }: Data) => ({ ...rest, data: { ...data, ...changed.by } }));
    await refused(stage, act, refusal);
  },
});

/** Ann has changed her master password; an attacker who knows the old one returns what it opened. */
const older = (where: string, isKnown: boolean): Row => ({
  attack: "2, 24, 47",
  does: `returns the credentials from before a new master password, and ${where} is given the old one`,
  answer: isKnown ? "the sign-in is refused" : "nothing of the vault is read",
  run: async (stage) => {
    const { ann, world } = stage;
    const before = await world.credentialsOf(ann.email);
    await ann.client.account.changePassword({ current: ann.password, next: "Brand-New-Horse-7!", hint: null });
    await world.putCredentials(ann.email, before);
    const { client } = isKnown ? ann : await world.stranger();
    if (isKnown) await client.account.logout();
    const signIn = () => client.account.login({ email: ann.email, password: ann.password });
    const refusal = { name: "IntegrityError", code: "rollback" };
    if (isKnown) return refused(stage, signIn, refusal);
    await signIn();
    // The best lie a server can tell: the epochs next to the head match the head.
    stage.lie(PULL, ({ epochs }: Snapshot) => Object.assign(epochs, { cred: 2 }) && undefined);
    await refused(stage, () => client.vault.pull(), refusal);
    expect(client.vault.contents()).toBeNull();
  },
});

export const SIGN_IN: readonly Row[] = [
  parameters("kdfId 0", { kdfId: 0 }, { refusal: OTHER }),
  parameters("kdfId 2", { kdfId: 2 }, { refusal: OTHER }),
  parameters("kdfId -1", { kdfId: -1 }, { refusal: OTHER }),
  parameters("kdfId 1000000000", { kdfId: 1e9 }, { refusal: OTHER }),
  parameters('kdfId "1"', { kdfId: "1" }),
  parameters("no kdfId", { kdfId: undefined }),
  parameters("a short salt", { salt: "00" }),
  parameters("another salt than before", { salt: "00112233445566778899aabbccddeeff" }, { isKnown: true, refusal: OTHER }),
  reply("26", "without the vault key", () => ({ encryptedVaultKey: null }), {
    name: "ClientError",
    message: "Server response missing encrypted vault key",
  }),
  reply("26", "with an empty vault key", () => ({ encryptedVaultKey: "" })),
  reply("26", "without the identity", () => ({ encryptedPrivateKey: null })),
  reply(
    "24",
    "with another account's vault key",
    async (_, stage) => ({ encryptedVaultKey: (await loginData(stage, stage.eve)).encryptedVaultKey }),
    CLIENT,
  ),
  reply("24", "with the vault key of another purpose", ({ encryptedPrivateKey }) => ({ encryptedVaultKey: encryptedPrivateKey }), CLIENT),
  reply(
    "24",
    "with another account's identity",
    async (_, stage) => ({ encryptedPrivateKey: (await loginData(stage, stage.eve)).encryptedPrivateKey }),
    CLIENT,
  ),
  reply("24", "with a later epoch of the credentials", () => ({ credEpoch: 2 }), CLIENT),
  reply("24", "with a later epoch of the keys", () => ({ keyEpoch: 2 }), CLIENT),
  reply(
    "R5",
    "for another account under the same address",
    async (data, stage) => ({ user: { ...data.user, id: (await loginData(stage, stage.eve)).user.id } }),
    { name: "ClientError", message: "Login failed" },
    true,
  ),
  reply("R5", "for another address", (data, { eve }) => ({ user: { ...data.user, email: eve.email } }), CLIENT),
  reply(
    "24, 2",
    "with its own vault key, wrapped under its own key",
    async (_, stage) => {
      const forge = await forgeOf(stage);
      const [under, own] = [stage.adversaryKey(), stage.adversaryKey()];
      return { encryptedVaultKey: await wrapVaultKey(under, own, bindingOf(forge)) };
    },
    CLIENT,
  ),
  reply(
    "24, 20",
    "with its own keys and an identity that match",
    async (_, stage) => {
      const { accountId, ...forge } = await forgeOf(stage);
      const [under, own] = [stage.adversaryKey(), stage.adversaryKey()];
      const symmetricKey = await deriveSymmetricKey(own, accountId, 1);
      return {
        encryptedVaultKey: await wrapVaultKey(under, own, bindingOf({ accountId, ...forge })),
        encryptedPrivateKey: await wrapIdentity({ accountId, keyEpoch: 1, symmetricKey }, (await generateIdentity()).secret),
      };
    },
    CLIENT,
  ),
  ...[31, 33, 64].map((length) =>
    reply(
      "27",
      `with a vault key of ${length} bytes, were it wrapped by Ann herself`,
      async (_, stage) => {
        const forge = await forgeOf(stage);
        const bytes = new Uint8Array(length).fill(7) as SecretKey;
        return { encryptedVaultKey: await wrapVaultKey(forge.encryptionKey, bytes, bindingOf(forge)) };
      },
      CLIENT,
    ),
  ),
  ...["encryptedVaultKey", "encryptedPrivateKey"].map((name) =>
    reply(
      "13",
      `with a flipped bit in ${name}`,
      (data) => {
        const text = String(data[name]);
        return { [name]: text.slice(0, 60) + (text[60] === "A" ? "B" : "A") + text.slice(61) };
      },
      CLIENT,
    ),
  ),
  ...[
    ["1, 4, R1", "with an administrator's key and the wish to enrol", { superAdminKey: "A".repeat(1666), autoEnroll: true }],
    ["3, R2", "with a key connector's address", { usesKeyConnector: true, keyConnectorUrl: "https://evil.example/keys" }],
    ["5, R1", "with a recovery group's key", { recoveryGroupKey: "A".repeat(1666) }],
    ["25, 29, R4", "with settings that choose algorithms", { kdf: { iterations: 1 }, cipher: "aes-cbc", cryptoVersion: 0 }],
  ].map(([attack, does, more]) => reply(String(attack), String(does), () => more as object, { name: "AnswerError" })),
  older("this device", true),
  older("a new device", false),
];

const bindingOf = ({ accountId, effSalt }: Pick<Forge, "accountId" | "effSalt">) => ({ accountId, effSalt, credEpoch: 1 });

/** Lies about the copy of the vault key under a passkey: another one's, an older one, a changed one, none. None opens, and the master password does. */
import { expect } from "vitest";
import { unwrapByPasskey, wrapForPasskey } from "../../../packages/client/src/account/passkey-keys.ts";
import { DecryptError } from "../../../packages/crypto/src/index.ts";
import { openAuthenticator } from "../../flows/vault-authenticator.ts";
import { refused, type Stage } from "../evil-server.ts";
import { forgeOf } from "../forge.ts";
import { addPasskey, type Held, putBack, rowOf, SECRET, stopsSignIn, stopsUnlock, withOneSecret } from "../passkey-scene.ts";
import type { Row } from "../row.ts";

const COPY = "/users/passkeys/copy";
const SIGN_IN = "/users/passkeys/sign-in";
const OPENS_NOTHING = { name: "ClientError", message: expect.stringContaining("does not open your vault") };
const NO_ANSWER = { name: "AnswerError" };

const onProgress = (): void => undefined;
const sameSecret = (stage: Stage) => withOneSecret(openAuthenticator(stage.world.origin));

type Other = (stage: Stage, held: Held) => Promise<string | undefined>;

/** At an unlock and at a sign-in, with authenticators that yield one secret for all. */
const instead = (does: string, other: Other, refusal: object = OPENS_NOTHING): readonly Row[] => [
  {
    attack: "44, 24",
    does: `at an unlock by passkey the server gives ${does}`,
    answer: "it does not open; the vault stays locked",
    run: async (stage) => {
      const held = await addPasskey(stage, stage.ann, sameSecret(stage));
      const copy = await other(stage, held);
      await stage.ann.client.account.lock();
      stage.lie(COPY, (body: object) => ({ ...body, copy }));
      await stopsUnlock(stage, held, refusal);
    },
  },
  {
    attack: "44, 24",
    does: `at a sign-in by passkey the server gives ${does}`,
    answer: "it does not open; no session begins",
    run: async (stage) => {
      const held = await addPasskey(stage, stage.ann, sameSecret(stage));
      const copy = await other(stage, held);
      stage.lie(SIGN_IN, (body: object) => ({ ...body, copy }));
      await stopsSignIn(stage, held, refusal);
    },
  },
];

const vaultKeyOf = async (stage: Stage): Promise<string> => {
  const [row] = await stage.world.sql<{ copy: string }>("select encrypted_vault_key as copy from account where email = $1", [
    stage.ann.email,
  ]);
  return row?.copy ?? "";
};

/** Made with Ann's own vault key: no server could. */
const madeFor =
  (changed: { readonly accountId?: string; readonly rpId?: string; readonly keyEpoch?: number }): Other =>
  async (stage, { id }) => {
    const { accountId, vaultKey, keys } = await forgeOf(stage);
    return wrapForPasskey(SECRET.slice(), vaultKey, { accountId, rpId: "localhost", id, keyEpoch: keys.epoch, ...changed });
  };

const flipped: Other = async (stage, { id }) => {
  const { copy } = await rowOf(stage, id);
  return copy.slice(0, 80) + (copy[80] === "A" ? "B" : "A") + copy.slice(81);
};

/** The server's own key, under a secret of its own. */
const ofTheServer: Other = async (stage, { id }) => {
  const { accountId } = await forgeOf(stage);
  const binding = { accountId, rpId: "localhost", id, keyEpoch: 1 };
  return wrapForPasskey(new Uint8Array(32).fill(1), stage.adversaryKey(), binding);
};

/** The server kept row and credentials of before Ann gave her vault new keys. */
async function beforeNewKeys(stage: Stage) {
  const { ann, world } = stage;
  const held = await addPasskey(stage, ann);
  const [row, credentials] = [await rowOf(stage, held.id), await world.credentialsOf(ann.email)];
  await ann.client.account.renewAllKeys({ current: ann.password, next: null, onProgress });
  await putBack(stage, row);
  return { held, credentials };
}

const OLDER: readonly Row[] = [
  {
    attack: "44, 47",
    does: "at an unlock by passkey the server gives the copy of before new keys",
    answer: "it does not open; the vault stays locked",
    run: async (stage) => {
      const { held } = await beforeNewKeys(stage);
      await stage.ann.client.account.lock();
      await stopsUnlock(stage, held, OPENS_NOTHING);
    },
  },
  {
    attack: "44, 47",
    does: "at a sign-in by passkey the server gives the copy of before new keys",
    answer: "it does not open; no session begins",
    run: async (stage) => {
      const { held } = await beforeNewKeys(stage);
      await stopsSignIn(stage, held, OPENS_NOTHING);
    },
  },
  {
    attack: "44, 2, 47",
    does: "gives copy and credentials of before new keys to a device that has seen the new ones",
    answer: "the sign-in is refused as a rollback",
    run: async (stage) => {
      const { ann, world } = stage;
      const { held, credentials } = await beforeNewKeys(stage);
      const newest = await world.credentialsOf(ann.email);
      await ann.client.account.logout();
      await world.putCredentials(ann.email, credentials);
      const signIn = () => ann.client.account.signInByPasskey({ authenticator: held.authenticator });
      await refused(stage, signIn, { name: "IntegrityError", code: "rollback" });
      expect(ann.client.session).toBeNull();
      await world.putCredentials(ann.email, newest);
      await ann.client.account.login(ann);
    },
  },
];

const WITHHELD: readonly Row[] = [
  {
    attack: "44, 24",
    does: "tries the copy that it keeps with a secret of its own",
    answer: "it does not open",
    onlyReads: true,
    run: async (stage) => {
      const { id } = await addPasskey(stage, stage.eve);
      const [{ copy }, accountId] = [await rowOf(stage, id), stage.eve.client.session?.user.id ?? ""];
      const binding = { accountId, rpId: "localhost", id, keyEpoch: 1 };
      await expect(unwrapByPasskey(new Uint8Array(32).fill(1), copy, binding)).rejects.toThrow(DecryptError);
    },
  },
  {
    attack: "44",
    does: "at an unlock by passkey the server says that it has no copy",
    answer: "says that it does not open; the vault stays locked",
    run: async (stage) => {
      const held = await addPasskey(stage, stage.ann);
      await stage.ann.client.account.lock();
      await stage.world.sql("delete from passkey where id = $1", [held.id]);
      await stopsUnlock(stage, held, OPENS_NOTHING);
    },
  },
];

export const PASSKEY_COPIES: readonly Row[] = [
  ...instead("the copy of another passkey of hers", async (stage) => {
    const { id } = await addPasskey(stage, stage.ann, sameSecret(stage));
    return (await rowOf(stage, id)).copy;
  }),
  ...instead("the copy of another person's passkey", async (stage) => {
    const { id } = await addPasskey(stage, stage.eve, sameSecret(stage));
    return (await rowOf(stage, id)).copy;
  }),
  ...instead("a copy for the same passkey at another host", madeFor({ rpId: "evil.example" })),
  ...instead("a copy for the same passkey of another account", madeFor({ accountId: "00000000-0000-4000-8000-000000000001" })),
  ...instead("a copy for keys that do not exist yet", madeFor({ keyEpoch: 2 })),
  ...instead("the vault key as her master password opens it", vaultKeyOf),
  ...instead("a key of its own under a secret of its own", ofTheServer),
  ...instead("a copy with a flipped bit", flipped),
  ...instead("no copy", async () => undefined, NO_ANSWER),
  ...instead("an empty copy", async () => "", NO_ANSWER),
  ...OLDER,
  ...WITHHELD,
];

/** What an app of before 2026-11-26 does with the trust store, by hand and with the person's own keys: a tab or an extension that no one has loaded again since. */
import { openOwnSigner, unwrapVaultKey } from "../../packages/client/src/account/credentials.ts";
import { memoryKeyStore, memoryRecordStore } from "../../packages/client/src/index.ts";
import { openKeyring, personalScopeKeys } from "../../packages/client/src/keyring.ts";
import { openTrust, sealTrust, withKey } from "../../packages/client/src/sharing/trust-store.ts";
import { Scope } from "../../packages/client/src/sync/scope.ts";
import type { SessionData } from "../../packages/contract/src/account.ts";
import { api } from "../../packages/contract/src/api.ts";
import { toWireCall } from "../../packages/contract/src/endpoint.ts";
import { deriveCredentials, fromHex, generateKey, randomBytes } from "../../packages/crypto/src/index.ts";
import type { Person, World } from "./world.ts";

/** As the app opens them: from the master password and the answer to a sign-in. */
async function keysOf(world: World, { email, password }: Person) {
  let data: SessionData | undefined;
  world.changeNextAnswer<{ data: SessionData }>(
    (url) => url.endsWith("/users/login"),
    (body) => {
      data = body.data;
    },
  );
  const { client } = await world.stranger();
  await client.account.login({ email, password });
  const [row] = await world.sql<{ salt: string }>("select salt from account where email = $1", [email]);
  if (!data || !row) throw new Error("No one signed in");
  const { encryptionKey, effSalt } = await deriveCredentials({ password, email, salt: fromHex(row.salt), kdfId: 1 });
  const binding = { accountId: data.user.id, effSalt, credEpoch: data.credEpoch };
  const vaultKey = await unwrapVaultKey(encryptionKey, data.encryptedVaultKey ?? "", binding);
  const account = { accountId: data.user.id, personalScopeId: data.personal_vault_id, keyEpoch: data.keyEpoch };
  const keyring = await openKeyring(account, null, vaultKey);
  return {
    keyring,
    keys: await personalScopeKeys(keyring, await openOwnSigner(keyring, data.encryptedPrivateKey)),
    credEpoch: data.credEpoch,
  };
}

/** Draws a key and puts it in the place of whatever another device has drawn for the same epoch. */
export async function drawOverKey(world: World, person: Person, scopeId: string, epoch: number): Promise<void> {
  const { keyring, keys, credEpoch } = await keysOf(world, person);
  const call = async (spec: (typeof api.vault)["pull" | "commit"], input: object): Promise<never> => {
    const { url, body } = toWireCall(spec, input as Readonly<Record<string, unknown>>);
    const answer = await (spec.method === "GET" ? person.get(url) : person.post(url, body));
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body as never;
  };
  const own = { keys: memoryKeyStore(), records: memoryRecordStore(), deviceId: randomBytes(16), now: world.now };
  const scope = new Scope(keys, {
    ...{ ...own, call: call as never, pause: async () => undefined, randomFraction: () => 0 },
    ...{ flags: async () => 0, credEpoch: () => credEpoch, copies: async () => [] },
  });
  await scope.pull();
  await scope.commit(async () => {
    const trust = await sealTrust(keyring, withKey(await openTrust(keyring, scope.trust ?? ""), scopeId, epoch, generateKey()));
    return { changes: [], trust, send: (write) => call(api.vault.commit, { ...write, changes: [], trust }) };
  });
}

/** Who gets the next key of a shared scope, and who gets an item back: only people this account still gives access to, under the key it knows. */
import { api } from "@coffer/contract/api";
import type { SharedItem } from "@coffer/contract/sharing";
import { fingerprint, generateId, generateIdentity, generateKey, toHex } from "@coffer/crypto";
import { sealGrant } from "@coffer/crypto/seal-grant";
import { expect, it } from "vitest";
import { type ScopeKeys, scopeKeys } from "../keyring.ts";
import { NOW, ownAccount } from "../testing/own-account.ts";
import type { SharingContext } from "./context.ts";
import { findOwner } from "./create-shares.ts";
import { ownRights } from "./open-shared-scope.ts";
import { recipientsOf } from "./recipients.ts";
import { changeTrust, withPerson, withUntil } from "./trust-store.ts";

const BOB = { accountId: generateId(), email: "bob@example.com" };
const MINUTE_MS = 60_000;

/** A vault shared with Bob: its keys, and the share as an honest server lists it. */
async function sharedWithBob(context: SharingContext): Promise<{ readonly keys: ScopeKeys; readonly row: SharedItem }> {
  const [identity, bob, key] = [await context.identity(), (await generateIdentity()).public, generateKey()];
  const rights = ownRights("vault", identity);
  const keys = await scopeKeys({ key, scopeId: generateId(), epoch: 1, signer: identity.signer, rights });
  const [id, item_id, created_at] = [generateId(), generateId(), NOW - MINUTE_MS];
  const sender = { accountId: identity.accountId, publicKey: identity.publicKey };
  const terms = { grantId: id, scopeId: keys.scopeId, scopeKind: "vault", epoch: 1, permission: "read", createdAt: created_at } as const;
  const recipient = { accountId: BOB.accountId, publicKey: bob };
  const grant = await sealGrant({ ...terms, sender, recipient }, key, identity.signer);
  const row: SharedItem = {
    ...{ id, item_id, item_type: "category", item_name: null, permission_level: "read", expires_at: null, shared_key: null },
    ...{ own_grant: grant, scope_id: keys.scopeId, epoch: 1, created_at },
    ...{ shared_by_id: sender.accountId, shared_by_key: sender.publicKey, shared_by_email: identity.email },
    ...{ shared_with_id: BOB.accountId, shared_with_key: bob, shared_with_email: BOB.email, team_epoch: null, along_id: null },
  };
  return { keys, row };
}

it("a holder gets the next key", async () => {
  const context = await ownAccount();
  const { keys, row } = await sharedWithBob(context);
  expect((await recipientsOf(context, keys, [row])).map(({ row: { id } }) => id)).toEqual([row.id]);
});

it("a holder whose time is over gets nothing, even if the server lists the share without an end", async () => {
  const context = await ownAccount();
  const { keys, row } = await sharedWithBob(context);
  await changeTrust(context, (store) => withUntil(store, row.scope_id, row.id, NOW));
  expect(await recipientsOf(context, keys, [row])).toEqual([]);
  await changeTrust(context, (store) => withUntil(store, row.scope_id, row.id, NOW + 1));
  expect(await recipientsOf(context, keys, [row])).toHaveLength(1);
});

it("no key goes to a person whose public key differs from the one this account knows", async () => {
  const context = await ownAccount();
  const { keys, row } = await sharedWithBob(context);
  const compared = toHex(await fingerprint((await generateIdentity()).public));
  await changeTrust(context, (store) =>
    withPerson(store, BOB.accountId, { email: BOB.email, fingerprint: compared, isVerified: true, since: NOW }),
  );
  await expect(recipientsOf(context, keys, [row])).rejects.toThrow(`${BOB.email} has another key than before`);
  // Also where the list names it, so that the grant is not the one that was signed.
  const listed = { ...row, shared_with_key: (await generateIdentity()).public };
  await expect(recipientsOf(context, keys, [listed])).rejects.toThrow(`${BOB.email} has another key than before`);
});

it("an item is not returned to another account that the server names for its maker's address", async () => {
  const { public: publicKey } = await generateIdentity();
  let userId = generateId();
  const context = await ownAccount((spec) => ((spec as unknown) === api.sharing.publicKey ? { userId, publicKey } : null));
  const maker = { id: BOB.accountId, email: BOB.email };
  await expect(findOwner(context, maker)).rejects.toMatchObject({ code: "no_such_account" });
  userId = BOB.accountId;
  await expect(findOwner(context, maker)).resolves.toMatchObject({ accountId: BOB.accountId, publicKey });
});

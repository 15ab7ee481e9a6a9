/** Lies about shares: grants that no one gave, and other people's public keys. */
import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Client, OfShare } from "../../../packages/client/src/index.ts";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { openSigner } from "../../../packages/crypto/src/index.ts";
import { sealGrant } from "../../../packages/crypto/src/seal-grant.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asListed } from "../../flows/sharing-setup.ts";
import { refused, type Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";

const WITH_ME = "/share/items/shared-with-me";
const PUBLIC_KEY = "/users/public-key";
export const TITLE = "Made in the attack";

/** Eve shares an item with Ann, whose device shows it as long as the server is honest. @returns its id, and the row as the server gives it */
async function given(stage: Stage): Promise<{ readonly id: string; readonly row: SharedItem }> {
  const { eve, ann } = stage;
  const { id } = await eve.client.vault.create({ draft: aLogin({ title: TITLE }) });
  await eve.client.sharing.share({ id, email: ann.email, permission: "read", expiresAt: null });
  let rows: readonly SharedItem[] = [];
  stage.lie(WITH_ME, (body: SharedItem[]) => {
    rows = structuredClone(body);
  });
  expect(await shows(await stage.newDevice(), id), "shown while the server is honest").toBe(true);
  stage.honest();
  const row = rows.find(({ item_id }) => item_id === id);
  if (!row) throw new Error("the server did not list it");
  return { id, row };
}

const shows = async (client: Client, id: string): Promise<boolean> => (await client.vault.pull()).items.some((item) => item.id === id);

/** @param lie - replaces parts of the grant's row. */
const lyingGrant = (attack: string, does: string, lie: (row: SharedItem, stage: Stage) => Promise<Partial<SharedItem>>): Row => ({
  attack,
  does,
  answer: "nothing of it is shown or can be written to, and the list says that it cannot be read",
  run: async (stage) => {
    const { id, row } = await given(stage);
    const change = await lie(row, stage);
    stage.lie(WITH_ME, (body: SharedItem[]) => body.map((one) => (one.item_id === id ? { ...one, ...change } : one)));
    const client = await stage.newDevice();
    expect(await shows(client, id)).toBe(false);
    await expect(client.vault.open({ id })).rejects.toMatchObject({ code: "not_found" });
    const trouble = change.shared_by_key || change.shared_by_id ? "changed-key" : "unreadable";
    expect(await client.sharing.sharedWithMe()).toContainEqual(expect.objectContaining({ itemId: id, name: null, trouble }));
  },
});

/** Sealed to Ann as Eve would, with the adversary's key, but without Eve's identity. */
async function forgedGrant(row: SharedItem, stage: Stage): Promise<Partial<SharedItem>> {
  const terms = {
    ...{ grantId: row.id, scopeId: row.scope_id, scopeKind: "item" as const, epoch: row.epoch, permission: row.permission_level },
    ...{ createdAt: row.created_at, sender: { accountId: row.shared_by_id, publicKey: row.shared_by_key } },
    recipient: { accountId: row.shared_with_id, publicKey: row.shared_with_key ?? "" },
  };
  const signer = await openSigner(Uint8Array.from(randomBytes(64)));
  return { shared_key: await sealGrant(terms, stage.adversaryKey(), signer) };
}

/** The key the server really has for another account. */
async function keyOfAnother({ world, ann }: Stage): Promise<string> {
  const other = await world.person(`mallory-${randomBytes(4).toString("hex")}`);
  return (await ann.client.sharing.findPerson({ email: other.email })).publicKey;
}

export const BY_ME = "/share/items/shared-by-me";
export const PULL = "/vault/all-items-data";

/** The server says that nothing is to do about what someone shares. */
export const nothingToDo =
  (holders: number) =>
  <Scope extends { own: object | null }>(body: { scopes?: readonly Scope[] }) => ({
    ...body,
    ...(body.scopes && {
      scopes: body.scopes.map((one) => ({ ...one, own: one.own && { isKeyOld: false, holders, isAlongOld: false } })),
    }),
  });

/** What the honest server lists of Ann's shares. */
export async function rowsByMe(stage: Stage): Promise<readonly SharedItem[]> {
  let rows: readonly SharedItem[] = [];
  stage.lie(BY_ME, (body: SharedItem[]) => {
    rows = structuredClone(body);
  });
  await stage.ann.client.sharing.sharedByMe();
  stage.honest();
  return rows;
}

/** An item of Ann's that Eve and Carol may write. */
export async function sharedWithTwo(stage: Stage) {
  const { ann, eve, world } = stage;
  const carol = await world.person(`carol-${randomBytes(4).toString("hex")}`);
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: TITLE }) });
  for (const { email } of [eve, carol]) await ann.client.sharing.share({ id, email, permission: "write", expiresAt: null });
  const rows = await rowsByMe(stage);
  const rowOf = (email: string): SharedItem => {
    const row = rows.find((one) => one.item_id === id && one.shared_with_email === email);
    if (!row) throw new Error("the server did not list it");
    return row;
  };
  return { id, carol, rowOf };
}

/** What Ann's client sent when it replaced the key, and who got the new one. */
export const rotationsIn = (
  { world }: Stage,
  from: number,
): { readonly epoch: number; readonly grants: readonly { readonly id: string }[] }[] =>
  world.requests
    .slice(from)
    .filter(({ url }) => url.endsWith("/share/rotate"))
    .map(({ body }) => JSON.parse(body));

/** A person whom the server adds to the list of holders, so that they get the key. */
const listedToo = (attack: string, does: string, lie: (row: SharedItem, stage: Stage) => Promise<Partial<SharedItem>>): Row => ({
  attack,
  does,
  answer: "the next key goes to the people to whom the owner gave this one, and to no one else",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { carol, rowOf } = await sharedWithTwo(stage);
    const added = { ...rowOf(carol.email), id: crypto.randomUUID(), ...(await lie(rowOf(carol.email), stage)) };
    const from = world.requests.length;
    stage.lie(BY_ME, (body: SharedItem[]) => [...body, added]);
    await ann.client.sharing.revoke(asListed(rowOf(eve.email)));
    await expect.poll(() => rotationsIn(stage, from).length).toBeGreaterThan(0);
    for (const { grants } of rotationsIn(stage, from)) expect(grants.map(({ id }) => id)).toEqual([rowOf(carol.email).id]);
  },
});

/** The server still lists a revoked recipient, and claims that there is nothing to do. */
const keepsQuiet = (does: string, act: (ann: Stage["ann"], of: OfShare) => Promise<void>, isLeft: boolean): Row => ({
  attack: "46",
  does,
  answer: "the owner's client still draws another key, and gives it to no one under the earlier grant",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { carol, rowOf } = await sharedWithTwo(stage);
    const [hers, from] = [rowOf(eve.email), world.requests.length];
    stage.lie(BY_ME, (body: SharedItem[]) => [...body.filter(({ id }) => id !== hers.id), hers]);
    stage.lie(PULL, nothingToDo(2));
    await act(ann, asListed(hers)).catch(() => undefined);
    await expect.poll(() => rotationsIn(stage, from).length).toBeGreaterThan(0);
    const [first] = rotationsIn(stage, from);
    expect(first?.epoch).toBe(hers.epoch + 1);
    const given = first?.grants.map(({ id }) => id) ?? [];
    expect([given.includes(rowOf(carol.email).id), given.includes(hers.id)]).toEqual([true, isLeft]);
  },
});

export const SHARING: readonly Row[] = [
  listedToo("21, 22, 23", "the server lists a person to whom the owner never gave anything", async (_, stage) => {
    const mallory = await stage.world.person(`mallory-${randomBytes(4).toString("hex")}`);
    const { accountId, publicKey, email } = await stage.ann.client.sharing.findPerson({ email: mallory.email });
    return { shared_with_id: accountId, shared_with_key: publicKey, shared_with_email: email };
  }),
  listedToo("21, 22, 23", "the server lists an earlier grant a second time, with another right", async () => ({
    permission_level: "read",
  })),
  keepsQuiet("the server hides that access was revoked", (ann, of) => ann.client.sharing.revoke(of), false),
  keepsQuiet(
    "the server hides that a recipient may now only read",
    (ann, of) => ann.client.sharing.setPermission({ ...of, permission: "read" }),
    false,
  ),
  {
    attack: "21, 22, 23",
    does: "the server names another account, with its key, for the address of a known recipient",
    answer: "nothing is sealed to it, and nothing is sent",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const request = { email: eve.email, permission: "read", expiresAt: null } as const;
      const { id } = await ann.client.vault.create({ draft: aLogin({ title: TITLE }) });
      await ann.client.sharing.share({ ...request, id });
      const { id: second } = await ann.client.vault.create({ draft: aLogin({ title: `${TITLE}, too` }) });
      const mallory = await world.person(`mallory-${randomBytes(4).toString("hex")}`);
      const { accountId: userId, publicKey } = await ann.client.sharing.findPerson({ email: mallory.email });
      stage.lie(PUBLIC_KEY, (body: object) => ({ ...body, userId, publicKey }));
      await refused(stage, () => ann.client.sharing.share({ ...request, id: second }), { name: "ClientError" });
      expect((await ann.client.sharing.findPerson({ email: eve.email })).known).toBe("changed");
    },
  },
  {
    attack: "21, 22, 23",
    does: "the server names a known person, whose number was compared, for a new person's address",
    answer: "nothing is sealed to that person, and nothing is sent",
    run: async (stage) => {
      const { ann, eve } = stage;
      const person = await ann.client.sharing.findPerson({ email: eve.email });
      await ann.client.sharing.trustPerson({ person });
      const { id } = await ann.client.vault.create({ draft: aLogin({ title: TITLE }) });
      const carol = await stage.world.person(`carol-${randomBytes(4).toString("hex")}`);
      stage.lie(PUBLIC_KEY, (body: object) => ({ ...body, userId: person.accountId, publicKey: person.publicKey }));
      const request = { id, email: carol.email, permission: "read", expiresAt: null } as const;
      await refused(stage, () => ann.client.sharing.share(request), { name: "ClientError" });
    },
  },
  {
    attack: "15",
    isDaily: true,
    does: "the server returns the earlier state of a changed share",
    answer: "the change stays, and the list says that the share is not believed",
    run: async (stage) => {
      const { ann, eve } = stage;
      const { id, row } = await given(stage);
      let old: { scope: { seq: number } } | undefined;
      stage.lie(PULL, (body: { scope: { seq: number } }, url) => {
        if (url.includes(row.scope_id)) old ??= structuredClone(body);
      });
      expect(await shows(ann.client, id)).toBe(true);
      stage.honest();
      const base = await eve.client.vault.open({ id });
      await eve.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "newer" }) });
      await ann.client.vault.pull();
      stage.lie(PULL, (body: { scopes: { id: string; seq: number }[] }, url) => {
        if (url.includes(row.scope_id)) return old;
        return { ...body, scopes: body.scopes.map((one) => (one.id === row.scope_id ? { ...one, seq: old?.scope.seq } : one)) };
      });
      expect(await shows(ann.client, id)).toBe(true);
      expect((await ann.client.vault.open({ id })).fields.password).toBe("newer");
      expect(await ann.client.sharing.sharedWithMe()).toContainEqual(expect.objectContaining({ itemId: id, trouble: "not-believed" }));
    },
  },
  {
    attack: "17",
    does: "the server shows a stranger's share under a known person's address",
    answer: "nothing of it is shown, and the list says that the key is another one",
    run: async (stage) => {
      const { ann, world } = stage;
      const bob = await world.person(`bob-${randomBytes(4).toString("hex")}`);
      await ann.client.sharing.trustPerson({ person: await ann.client.sharing.findPerson({ email: bob.email }) });
      const mallory = await world.person(`mallory-${randomBytes(4).toString("hex")}`);
      const { id } = await mallory.client.vault.create({ draft: aLogin({ title: TITLE }) });
      await mallory.client.sharing.share({ id, email: ann.email, permission: "read", expiresAt: null });
      stage.lie(WITH_ME, (body: SharedItem[]) => body.map((row) => ({ ...row, shared_by_email: bob.email })));
      expect(await shows(ann.client, id)).toBe(false);
      expect(await ann.client.sharing.sharedWithMe()).toContainEqual(
        expect.objectContaining({ itemId: id, name: null, known: "changed", trouble: "changed-key" }),
      );
    },
  },
  lyingGrant("17", "the server wraps its own key to the person's public key, in the name of someone she knows", forgedGrant),
  lyingGrant("17", "the server says that a share allows more than its giver signed", async () => ({ permission_level: "write" })),
  lyingGrant("17", "the server names the person herself as the giver of a share", async (_, { ann }) => ({
    shared_by_id: ann.client.session?.user.id ?? "",
  })),
  lyingGrant("21, 22, 23", "the server gives a known giver another public key", async (_, stage) => ({
    shared_by_key: await keyOfAnother(stage),
  })),
  {
    attack: "21, 22, 23",
    isDaily: true,
    does: "the server gives a known recipient another public key",
    answer: "nothing is sealed to it, and nothing is sent",
    run: async (stage) => {
      const { ann, eve } = stage;
      const request = { email: eve.email, permission: "read", expiresAt: null } as const;
      const { id } = await ann.client.vault.create({ draft: aLogin({ title: TITLE }) });
      await ann.client.sharing.share({ ...request, id });
      const { id: second } = await ann.client.vault.create({ draft: aLogin({ title: `${TITLE}, too` }) });
      const publicKey = await keyOfAnother(stage);
      stage.lie(PUBLIC_KEY, (body: object) => ({ ...body, publicKey }));
      await refused(stage, () => ann.client.sharing.share({ ...request, id: second }), { name: "ClientError" });
    },
  },
  {
    attack: "21, 22, 23",
    does: "the server gives another public key for a person seen for the first time",
    answer: "the person is not verified, and the number to compare is another than the other side's",
    run: async (stage) => {
      const { ann, eve } = stage;
      const theirs = (await eve.client.sharing.findPerson({ email: ann.email })).safetyNumber;
      expect((await ann.client.sharing.findPerson({ email: eve.email })).safetyNumber).toBe(theirs);
      const publicKey = await keyOfAnother(stage);
      stage.lie(PUBLIC_KEY, (body: object) => ({ ...body, publicKey }));
      const seen = await ann.client.sharing.findPerson({ email: eve.email });
      expect(seen.known).toBe("new");
      expect(seen.safetyNumber).not.toBe(theirs);
    },
  },
];

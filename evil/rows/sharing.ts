/** Lies about what is shared: grants that nobody gave, and public keys that are somebody else's. */
import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { aLogin } from "../../flows/things.ts";
import type { Client } from "../../packages/client/src/index.ts";
import type { SharedItem } from "../../packages/contract/src/sharing.ts";
import { openSigner, sealGrant } from "../../packages/crypto/src/index.ts";
import type { Row } from "../row.ts";
import { refused, type Stage } from "../stage.ts";

const WITH_ME = "/share/items/shared-with-me";
const PUBLIC_KEY = "/users/public-key";
const TITLE = "Made in the attack";

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

/** @param lie - what is put into the row of the grant. */
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
    const trouble = change.shared_by_key ? "changed-key" : "unreadable";
    expect(await client.sharing.sharedWithMe()).toContainEqual(expect.objectContaining({ itemId: id, name: null, trouble }));
  },
});

/** Sealed to Ann as Eve would have, with a key of the adversary's, by somebody who has not Eve's identity. */
async function forgedGrant(row: SharedItem, stage: Stage): Promise<Partial<SharedItem>> {
  const terms = {
    ...{ grantId: row.id, scopeId: row.scope_id, scopeKind: "item" as const, epoch: row.epoch, permission: row.permission_level },
    ...{ createdAt: row.created_at, sender: { accountId: row.shared_by_id, publicKey: row.shared_by_key } },
    recipient: { accountId: row.shared_with_id, publicKey: row.shared_with_key ?? "" },
  };
  const signer = await openSigner(Uint8Array.from(randomBytes(64)));
  return { shared_key: await sealGrant(terms, stage.adversaryKey(), signer) };
}

/** The key the server really has for somebody else. */
async function keyOfAnother({ world, ann }: Stage): Promise<string> {
  const other = await world.person(`mallory-${randomBytes(4).toString("hex")}`);
  return (await ann.client.sharing.findPerson({ email: other.email })).publicKey;
}

export const SHARING: readonly Row[] = [
  lyingGrant("17", "the server wraps a key of its own to the person's public key, in the name of somebody she knows", forgedGrant),
  lyingGrant("17", "the server says that a share allows more than its giver signed", async () => ({ permission_level: "write" })),
  lyingGrant("17", "the server names the person herself as the giver of a share", async (_, { ann }) => ({
    shared_by_id: ann.client.session?.user.id ?? "",
  })),
  lyingGrant("21, 22, 23", "the server gives a known giver another public key", async (_, stage) => ({
    shared_by_key: await keyOfAnother(stage),
  })),
  {
    attack: "21, 22, 23",
    does: "the server gives a known recipient another public key",
    answer: "nothing is sealed to it, and nothing is sent",
    run: async (stage) => {
      const { ann, eve } = stage;
      const wish = { email: eve.email, permission: "read", expiresAt: null } as const;
      const { id } = await ann.client.vault.create({ draft: aLogin({ title: TITLE }) });
      await ann.client.sharing.share({ ...wish, id });
      const { id: second } = await ann.client.vault.create({ draft: aLogin({ title: `${TITLE}, too` }) });
      const publicKey = await keyOfAnother(stage);
      stage.lie(PUBLIC_KEY, (body: object) => ({ ...body, publicKey }));
      await refused(stage, () => ann.client.sharing.share({ ...wish, id: second }), { name: "ClientError" });
    },
  },
  {
    attack: "21, 22, 23",
    does: "the server gives another public key for somebody who is met for the first time",
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

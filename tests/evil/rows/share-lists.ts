/** Lies in the owner's list of shares: recipient, item, permission, and whether the share has ended. */
import { expect } from "vitest";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asListed, asShown, shareOf } from "../../flows/sharing-setup.ts";
import { givesPassword, joinTeam } from "../../flows/team-setup.ts";
import { refused, type Stage, settled } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { BY_ME, nothingToDo, PULL, rotationsIn, rowsByMe, sharedWithTwo } from "./sharing.ts";

type Part = Partial<SharedItem>;

/** The lie about the share with Eve, and about the one with Carol. */
type Lie = (hers: SharedItem, theirs: SharedItem, stage: Stage) => Promise<readonly [Part, Part]>;

const whoOf = ({ shared_with_id, shared_with_key, shared_with_email }: SharedItem): Part => ({
  shared_with_id,
  shared_with_key,
  shared_with_email,
});

/** The owner opens the list, and revokes what it shows. */
const lyingList = (does: string, lie: Lie): Row => ({
  attack: "46",
  does,
  answer: "the list says that the row is not true, and no one's access is revoked because of it",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { carol, rowOf } = await sharedWithTwo(stage);
    const [hers, theirs] = [rowOf(eve.email), rowOf(carol.email)];
    const honest = await ann.client.sharing.sharedByMe();
    expect(honest.find(({ id }) => id === hers.id)).toMatchObject({ trouble: null, person: eve.email });
    const [first, second] = await lie(hers, theirs, stage);
    stage.lie(BY_ME, (body: SharedItem[]) =>
      body.map((row) => ({ ...row, ...(row.id === hers.id && first), ...(row.id === theirs.id && second) })),
    );
    const seen = (await ann.client.sharing.sharedByMe()).find(({ id }) => id === hers.id);
    expect(seen).toMatchObject({ trouble: "not-believed", name: null });
    await refused(stage, () => ann.client.sharing.revoke(asListed(hers)), { name: "ClientError" });
    await refused(stage, () => ann.client.sharing.setPermission({ ...asListed(hers), permission: "read" }), { name: "ClientError" });
  },
});

type LieOfOne = (theirs: SharedItem, stage: Stage) => Promise<Part>;

/** The owner prolongs a share that has ended and was shown as Carol's. @param lie - the row in its place when that is pressed */
const calledOtherwise = (does: string, lie: LieOfOne): Row => ({
  attack: "59",
  does,
  answer: "no one gets a key whom the press has not named",
  run: async (stage) => {
    const { press } = await prolonged(stage, lie);
    await refused(stage, press, { name: "ClientError" });
  },
});

const calledLess: Row = {
  attack: "59",
  does: "the server says that an ended share had another level, when it is prolonged",
  answer: "it is prolonged at the level that its owner has given and was shown",
  run: async (stage) => {
    const { id, press } = await prolonged(stage, async () => ({ permission_level: "read" }));
    await press();
    stage.honest();
    expect((await rowsByMe(stage)).find((row) => row.id === id)).toMatchObject({ permission_level: "write" });
  },
};

/** @returns the press */
async function prolonged(stage: Stage, lie: LieOfOne) {
  const { ann, world } = stage;
  const { carol, rowOf } = await sharedWithTwo(stage);
  const { id } = rowOf(carol.email);
  await ann.client.sharing.setExpiry({ ...asListed(rowOf(carol.email)), expiresAt: world.now() + 3_600_000 });
  world.passTime(2);
  const before = asShown((await ann.client.sharing.sharedByMe()).find((one) => one.id === id));
  const part = await lie(rowOf(carol.email), stage);
  stage.lie(BY_ME, (body: SharedItem[]) => body.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const expiresAt = world.now() + 86_400_000;
  return { id, press: () => ann.client.sharing.setExpiry({ ...before, expiresAt }) };
}

/** The server calls a shared vault an item. */
const calledItems = (body: { scopes: { kind: string }[] }) => ({ ...body, scopes: body.scopes.map((one) => ({ ...one, kind: "item" })) });

const linkedToo = (what: string, ...lies: readonly ((body: never) => unknown)[]): Row => ({
  attack: "46",
  does: `the server still lists a person who lost a vault as a holder of an item in it that has a key of its own, and ${what}`,
  answer: "the owner's client draws another key for that item too, and gives it to the others alone",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { id, carol, rowOf } = await sharedWithTwo(stage);
    const vault = await ann.client.vault.createVault({ name: "Made in the attack", description: "" });
    await ann.client.sharing.revoke(asListed(rowOf(eve.email)));
    await ann.client.sharing.share({ id: vault.id, email: eve.email, permission: "write", expiresAt: null });
    await ann.client.vault.place({ ids: [id], categoryId: vault.id });
    const rows = (await rowsByMe(stage)).filter(({ item_id }) => item_id === id);
    const linked = rows.find(({ along_id }) => along_id !== null);
    const theirs = rows.find(({ shared_with_email }) => shared_with_email === carol.email);
    if (!linked || !theirs) throw new Error("The item is not given along with the vault");
    const [from, ofVault] = [world.requests.length, await shareOf(ann, vault.id, eve)];
    stage.lie(BY_ME, (body: SharedItem[]) => [...body.filter((row) => row.id !== linked.id), linked]);
    for (const lie of lies) stage.lie(PULL, lie);
    await ann.client.vault.pull();
    await ann.client.sharing.revoke(ofVault);
    const ofItem = () => rotationsIn(stage, from).filter(({ grants }) => grants.some((one) => one.id === theirs.id));
    await expect.poll(() => ofItem().length).toBeGreaterThan(0);
    expect(ofItem().flatMap(({ grants }) => grants.map((one) => one.id))).not.toContain(linked.id);
  },
});

/** Of a team's vault, in which an item is shared on its own too. */
const memberOut: Row = {
  attack: "46",
  does: "after a member was taken out of a team, the server claims that nothing is to do about a vault that the team has, nor about an item in it that has a key of its own",
  answer: "the owner's client knows it from the log, and draws another key for both",
  run: async (stage) => {
    const { eve, world } = stage;
    const [boss, mate] = [givesPassword(await named(stage, "boss", 1)), givesPassword(await named(stage, "mate"))];
    const { id: teamId } = await boss.client.team.createTeam({ name: "Made in the attack", description: "" });
    await joinTeam(boss, mate, { teamId });
    const { members } = await boss.client.team.people({ teamId });
    const vault = await boss.client.vault.createVault({ name: "Made in the attack", description: "" });
    const item = await boss.client.vault.create({ draft: { ...aLogin({ title: "Made in the attack" }), categoryId: vault.id } });
    await boss.client.sharing.share({ id: vault.id, email: null, permission: "read", expiresAt: null });
    await boss.client.sharing.share({ id: item.id, email: eve.email, permission: "read", expiresAt: null });
    const from = world.requests.length;
    stage.lie(PULL, nothingToDo(2));
    const { id = "", user_id: userId = "" } = members.find(({ email }) => email === mate.email) ?? {};
    await boss.client.team.removeMember({ id, userId, teamId });
    await boss.client.vault.pull();
    await expect.poll(() => rotationsIn(stage, from).length, { timeout: 20_000 }).toBe(2);
  },
};

const named = ({ world }: Stage, name: string, roleId = 3) => world.person(`${name}-${crypto.randomUUID().slice(0, 8)}`, roleId);

const swapped: Row = {
  attack: "46",
  does: "the server swaps the addresses of two people whom the owner knows",
  answer: "each share has the address that the owner knows the person by, and an end is signed for no other",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { carol, rowOf } = await sharedWithTwo(stage);
    const [hers, theirs] = [rowOf(eve.email), rowOf(carol.email)];
    const others = new Map([
      [hers.id, carol.email],
      [theirs.id, eve.email],
    ]);
    stage.lie(BY_ME, (body: SharedItem[]) =>
      body.map((row) => ({ ...row, shared_with_email: others.get(row.id) ?? row.shared_with_email })),
    );
    const shown = await ann.client.sharing.sharedByMe();
    expect([hers, theirs].map((row) => shown.find(({ id }) => id === row.id)?.person)).toEqual([eve.email, carol.email]);
    const asCalled = asListed({ ...theirs, shared_with_email: eve.email });
    await refused(stage, () => ann.client.sharing.revoke(asCalled), { name: "ClientError" });
  },
};

export const SHARE_LISTS: readonly Row[] = [
  swapped,
  lyingList("the server puts another grant of the owner's in the place of the one with that person", async (_, theirs) => [
    { own_grant: theirs.own_grant },
    {},
  ]),
  linkedToo("claims that nothing is to do", nothingToDo(2)),
  linkedToo("calls the vault an item", nothingToDo(2), calledItems),
  memberOut,
  {
    attack: "59",
    does: "the server calls the person of a share by another's address, when its level is changed",
    answer: "that person gets no key",
    run: async (stage) => {
      const { carol, rowOf } = await sharedWithTwo(stage);
      const { id } = rowOf(carol.email);
      const other = await stage.world.person(`dan-${crypto.randomUUID().slice(0, 8)}`);
      stage.lie(BY_ME, (body: SharedItem[]) => body.map((one) => (one.id === id ? { ...one, shared_with_email: other.email } : one)));
      await refused(stage, () => stage.ann.client.sharing.setPermission({ ...asListed(rowOf(carol.email)), permission: "read" }), {
        name: "ClientError",
      });
    },
  },
  {
    attack: "59",
    does: "the server shows an earlier grant, which may write, when the end of one is changed that may only read",
    answer: "the list is not believed, and no one may write again",
    run: async (stage) => {
      const { ann, world } = stage;
      const { carol, rowOf } = await sharedWithTwo(stage);
      const before = rowOf(carol.email);
      await ann.client.sharing.setPermission({ ...asListed(before), permission: "read" });
      await settled(stage);
      stage.lie(BY_ME, (body: SharedItem[]) => body.map((one) => (one.id === before.id ? before : one)));
      const expiresAt = world.now() + 86_400_000;
      await refused(stage, () => ann.client.sharing.setExpiry({ ...asListed({ ...before, permission_level: "read" }), expiresAt }), {
        name: "ClientError",
      });
    },
  },
  calledOtherwise("the server swaps the person of an ended share, when it is prolonged", async (_, stage) => {
    const { accountId, publicKey, email } = await stage.ann.client.sharing.findPerson({ email: stage.eve.email });
    return { shared_with_id: accountId, shared_with_key: publicKey, shared_with_email: email };
  }),
  calledOtherwise("the server swaps the item of an ended share, when it is prolonged", async (_, stage) => {
    const { id, rowOf } = await sharedWithTwo(stage);
    return { item_id: id, scope_id: rowOf(stage.eve.email).scope_id };
  }),
  calledLess,
  lyingList("the server swaps with whom two shares are, so that the other one loses access", async (hers, theirs) => [
    whoOf(theirs),
    whoOf(hers),
  ]),
  lyingList("the server says that a share is of another item, so that this one stays shared", async (_, __, { ann, eve }) => {
    const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Made in the attack, too" }) });
    await ann.client.sharing.share({ id, email: eve.email, permission: "read", expiresAt: null });
    return [{ item_id: id }, {}];
  }),
  lyingList("the server shows the owner a share that may write as one that may only read", async () => [{ permission_level: "read" }, {}]),
  {
    attack: "46",
    does: "the server claims that an ended share goes on",
    answer: "the owner's client still draws another key, and gives it to the others alone",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { carol, rowOf } = await sharedWithTwo(stage);
      const [hers, theirs, from] = [rowOf(eve.email), rowOf(carol.email), world.requests.length];
      await ann.client.sharing.setExpiry({ ...asListed(hers), expiresAt: world.now() + 3_600_000 });
      world.passTime(2);
      stage.lie(BY_ME, (body: SharedItem[]) => [...body.filter(({ id }) => id !== hers.id), hers]);
      stage.lie(PULL, nothingToDo(2));
      await ann.client.vault.pull();
      await expect.poll(() => rotationsIn(stage, from).length).toBeGreaterThan(0);
      expect(rotationsIn(stage, from)[0]?.grants.map(({ id }) => id)).toEqual([theirs.id]);
    },
  },
];

/** Lies in the owner's list of shares: recipient, item, permission, and whether the share has ended. */
import { expect } from "vitest";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { refused, type Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { BY_ME, PULL, rotationsIn, sharedWithTwo } from "./sharing.ts";

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
    await refused(stage, () => ann.client.sharing.revoke({ id: hers.id }), { name: "ClientError" });
    await refused(stage, () => ann.client.sharing.setPermission({ id: hers.id, permission: "read" }), { name: "ClientError" });
  },
});

export const SHARE_LISTS: readonly Row[] = [
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
      await ann.client.sharing.setExpiry({ id: hers.id, expiresAt: world.now() + 3_600_000 });
      world.passTime(2);
      stage.lie(BY_ME, (body: SharedItem[]) => [...body.filter(({ id }) => id !== hers.id), hers]);
      stage.lie(PULL, (body: { scopes: { own: object | null }[] }) => ({
        ...body,
        scopes: body.scopes.map((one) => ({ ...one, own: one.own && { isKeyOld: false, holders: 2, isAlongOld: false } })),
      }));
      await ann.client.vault.pull();
      await expect.poll(() => rotationsIn(stage, from).length).toBeGreaterThan(0);
      expect(rotationsIn(stage, from)[0]?.grants.map(({ id }) => id)).toEqual([theirs.id]);
    },
  },
];

/** Lies about which share it is that the owner presses on: one person's under the name of another, in another place, or gone by then. */
import { expect } from "vitest";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { asListed, asShown, shareOf } from "../../flows/sharing-setup.ts";
import { refused, type Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { sharedVault } from "./members.ts";
import { BY_ME, rotationsIn, rowsByMe, sharedWithTwo } from "./sharing.ts";

type Part = Partial<SharedItem>;

const whoOf = ({ shared_with_id, shared_with_key, shared_with_email }: SharedItem): Part => ({
  ...{ shared_with_id, shared_with_key, shared_with_email },
});

/** The server lists each of two shares as the other person's. @param lie - what else it says of both @param isGone - by the press the server lists the other one no more */
const swappedIn = (does: string, lie: (otherKey: string) => Part, isGone = false): Row => ({
  attack: "46",
  does,
  answer: "the press is refused: neither the share of the person who was not meant ends, nor does the account forget it",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { carol, rowOf } = await sharedWithTwo(stage);
    const [hers, theirs] = [rowOf(eve.email), rowOf(carol.email)];
    const { publicKey } = await ann.client.sharing.findPerson({
      email: (await world.person(`dan-${crypto.randomUUID().slice(0, 8)}`)).email,
    });
    const parts = new Map([
      [hers.id, { ...whoOf(theirs), ...lie(publicKey) }],
      [theirs.id, { ...whoOf(hers), ...lie(publicKey) }],
    ]);
    stage.lie(BY_ME, (body: SharedItem[]) => body.map((row) => ({ ...row, ...parts.get(row.id) })));
    const shown = (await ann.client.sharing.sharedByMe()).find(({ person }) => person === eve.email);
    expect(shown?.id).toBe(theirs.id);
    if (isGone) stage.lie(BY_ME, (body: SharedItem[]) => body.filter(({ id }) => id !== theirs.id));
    await refused(stage, () => ann.client.sharing.revoke(asShown(shown)), { name: "ClientError" });
    stage.honest();
    const after = await ann.client.sharing.sharedByMe();
    expect([hers, theirs].map(({ id }) => after.find((row) => row.id === id))).toMatchObject([
      { person: eve.email, trouble: null },
      { person: carol.email, trouble: null },
    ]);
  },
});

/** @param lie - what the server says of a share that goes on for ever, with the right to write */
const shownLess = (does: string, lie: (hers: SharedItem, stage: Stage) => Promise<Part>): Row => ({
  attack: "46",
  does,
  answer: "the owner's list shows what the owner's account has given, and the press that makes it less retires the key",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { rowOf } = await sharedWithTwo(stage);
    const hers = rowOf(eve.email);
    const part = await lie(hers, stage);
    stage.lie(BY_ME, (body: SharedItem[]) => body.map((row) => (row.id === hers.id ? { ...row, ...part } : row)));
    const shown = (await ann.client.sharing.sharedByMe()).find(({ id }) => id === hers.id);
    expect(shown).toMatchObject({ person: eve.email, permission: "write", expiresAt: null, isExpired: false });
    const from = world.requests.length;
    await ann.client.sharing.revoke(asShown(shown));
    await expect.poll(() => rotationsIn(stage, from).length).toBeGreaterThan(0);
  },
});

interface Elsewhere {
  /** Which call of the press the other device is quicker than. */
  readonly at: (url: string) => boolean;
  /** That the press did not do what it was for. */
  readonly isTold?: boolean;
  readonly press?: "makes it less" | "ends it too, and is refused";
}

const endedElsewhere = (when: string, { at, isTold = true, press = "makes it less" }: Elsewhere): Row => ({
  attack: "46",
  does: `another device of the owner ends a person's access ${when} a press that ${press}; the server takes no next key of that device, and then lists that person as before`,
  answer: "what the other device has ended stays ended: the next key goes without that person",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, create } = await sharedVault(stage);
    const { client: other } = await ann.device("another");
    await other.vault.pull();
    const of = await shareOf(ann, vaultId, eve);
    let rows: readonly SharedItem[] = [];
    stage.lie(BY_ME, (body: SharedItem[]) => {
      if (body.some(({ id }) => id === of.id)) rows = structuredClone(body);
    });
    const isNextKey = (url: string): boolean => url.endsWith("/share/rotate");
    const end = `/share/item/${of.id}`;
    const isOfThis = (url: string): boolean => isNextKey(url) || url.endsWith(end);
    const later = () => Response.json({ success: false, code: "rate_limited", message: "" }, { status: 429 });
    world.refuseWhen(isNextKey);
    world.doBeforeNext(at, async () => {
      await other.sharing.revoke(await shareOf({ ...ann, client: other }, vaultId, eve));
      world.refuseWhen(isOfThis, later);
      if (at(end)) world.loseNextAnswer((url) => url.endsWith(end), later());
    });
    const { revoke, setPermission } = ann.client.sharing;
    const pressed = press === "makes it less" ? setPermission({ ...of, permission: "read" }) : revoke(of);
    expect(
      await pressed.then(
        () => false,
        () => true,
      ),
    ).toBe(isTold);
    world.refuseWhen(() => false);
    stage.honest();
    stage.lie(BY_ME, () => rows);
    const from = world.requests.length;
    await create(stage.secret("after")).catch(() => undefined);
    await ann.client.vault.pull();
    await expect.poll(() => rotationsIn(stage, from)).not.toEqual([]);
    expect(rotationsIn(stage, from).flatMap(({ grants }) => grants.map(({ id }) => id))).not.toContain(of.id);
  },
});

/** The call of that path that comes so many such calls later. */
function after(earlier: number, path: string): (url: string) => boolean {
  let met = 0;
  return (url) => url.endsWith(path) && met++ === earlier;
}

const elsewhere = (): Part => ({ scope_id: crypto.randomUUID() });

export const PRESSED_SHARES: readonly Row[] = [
  swappedIn("the server lists each of two shares as the other person's, as one that has expired in a place that there is not", () => ({
    ...elsewhere(),
    ...{ own_grant: null, expires_at: 1 },
  })),
  swappedIn(
    "the server lists each of two shares as the other person's, in a place that there is not, with another key of theirs",
    (otherKey) => ({
      ...elsewhere(),
      shared_with_key: otherKey,
    }),
  ),
  swappedIn("the server lists each of two shares as the other person's, and one no longer as its end is pressed", () => ({}), true),
  shownLess("the server says that a share has expired, with its grant", async () => ({ expires_at: 1 })),
  shownLess("the server says that a share has expired, without its grant", async () => ({ expires_at: 1, own_grant: null })),
  endedElsewhere("before this one has noted", { at: (url) => url.endsWith("/vault/commit") }),
  endedElsewhere("before this one has noted", { at: (url) => url.endsWith("/vault/commit"), press: "ends it too, and is refused" }),
  endedElsewhere("after this one has noted", {
    at: (url) => /\/share\/item\/[0-9a-f-]{36}$/.test(url),
    press: "ends it too, and is refused",
  }),
  endedElsewhere("before this one has sent", { at: (url) => url.endsWith("/permission") }),
  endedElsewhere("after this one has sent", { at: after(1, "/vault/commit"), isTold: false }),
  shownLess("the server says that a share which may write could only be read and has expired, without its grant", async () => ({
    expires_at: 1,
    own_grant: null,
    permission_level: "read",
  })),
  shownLess("the server shows an earlier grant of a share, with which that person could only read", async (hers, stage) => {
    const { sharing } = stage.ann.client;
    await sharing.setPermission({ ...asListed(hers), permission: "read" });
    const before = (await rowsByMe(stage)).find(({ id }) => id === hers.id);
    await sharing.setPermission({ ...asListed({ ...hers, permission_level: "read" }), permission: "write" });
    return { ...before };
  }),
];

/** The end of a share, which its giver has signed: a server that forgets it, or serves what was said before. */
import { expect } from "vitest";
import type { OfShare } from "../../../packages/client/src/index.ts";
import { aLogin } from "../../flows/sample-items.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";

const TITLE = "Made in the attack";
const MINUTE_MS = 60_000;

/** Eve shares a login with Ann. */
async function given({ eve, ann, world }: Stage, minutes: number) {
  const { id } = await eve.client.vault.create({ draft: aLogin({ title: TITLE }) });
  const expiresAt = world.now() + minutes * MINUTE_MS;
  await eve.client.sharing.share({ id, email: ann.email, permission: "read", expiresAt });
  const [row] = await world.sql<{ id: string; scope: string }>("select id, scope_id as scope from share_grant where item_id = $1", [id]);
  if (!row) throw new Error("there is no grant");
  const of: OfShare = { id: row.id, shown: { itemId: id, person: ann.email, isTeam: false, permission: "read" } };
  return { id, expiresAt, of, shareId: row.id, scopeId: row.scope };
}

/** More shares like this one, each of a scope of its own, as a client of Eve's own making makes them in no time. */
async function giveAsOften({ world }: Stage, shareId: string, times: number): Promise<void> {
  await world.sql(
    `with made as (insert into scope (id, kind, owner_id, seq, generation, created_at)
       select gen_random_uuid(), kind, owner_id, 1, 1, now() from scope, generate_series(1, $2::int)
       where id = (select scope_id from share_grant where id = $1) returning id)
     insert into share_grant (id, scope_id, item_id, sender_id, recipient_id, permission, epoch, shared_key, signed_at, expires_at)
       select gen_random_uuid(), made.id, item_id, sender_id, recipient_id, permission, epoch, shared_key, signed_at, expires_at
       from made, share_grant g where g.id = $1`,
    [shareId, times],
  );
}

export const SHARE_ENDS: readonly Row[] = [
  {
    attack: "66",
    does: "the server forgets the end of a share, and goes on serving it",
    answer: "the recipient's devices show nothing of it after the end that its giver signed, and name that end",
    run: async (stage) => {
      const { ann, world } = stage;
      const { id, expiresAt, shareId, scopeId } = await given(stage, 10);
      const shows = async (client = ann.client): Promise<boolean> => (await client.vault.pull()).items.some((item) => item.id === id);
      expect(await shows(), "while it lasts").toBe(true);
      await world.sql("update share_grant set expires_at = null where id = $1", [shareId]);
      await world.sql("update scope set stamp = stamp + 1 where id = $1", [scopeId]);
      expect(await shows(), "before its end").toBe(true);
      world.passMinutes(11);
      for (const client of [ann.client, await stage.newDevice()]) {
        expect(await shows(client), "after its end").toBe(false);
        await expect(client.vault.open({ id })).rejects.toMatchObject({ code: "not_found" });
        const listed = (await client.sharing.sharedWithMe()).find(({ itemId }) => itemId === id);
        expect(listed).toMatchObject({ expiresAt, isExpired: true, name: null });
      }
    },
  },
  {
    attack: "66",
    does: "the server puts the grant of before in the place of one whose end was brought forward",
    answer: "the recipient's devices let go at the end that its giver states since; one that is prolonged then lasts",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { id, of, shareId, scopeId } = await given(stage, 60);
      const shows = async (client = ann.client): Promise<boolean> => (await client.vault.pull()).items.some((item) => item.id === id);
      const before = await grantOf(stage, shareId);
      await eve.client.sharing.setExpiry({ ...of, expiresAt: world.now() + 10 * MINUTE_MS });
      await putBack(stage, { shareId, scopeId, before });
      expect(await shows(), "before the end").toBe(true);
      world.passMinutes(11);
      for (const client of [ann.client, await stage.newDevice()]) expect(await shows(client), "after the end").toBe(false);
      await eve.client.sharing.setExpiry({ ...of, expiresAt: null });
      world.passMinutes(11);
      for (const client of [ann.client, await stage.newDevice()]) expect(await shows(client), "prolonged").toBe(true);
    },
  },
  {
    attack: "66",
    does: "the server shows a giver the grant of before in the place of one whose end was brought forward, and has it renewed",
    answer: "the giver's client signs the end that it remembers",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { id, of, shareId, scopeId } = await given(stage, 60);
      const shows = async (): Promise<boolean> => (await ann.client.vault.pull()).items.some((item) => item.id === id);
      const before = await grantOf(stage, shareId);
      await eve.client.sharing.setExpiry({ ...of, expiresAt: world.now() + 10 * MINUTE_MS });
      await putBack(stage, { shareId, scopeId, before });
      await eve.client.sharing.setPermission({ ...of, permission: "write" });
      expect(await shows(), "before the end").toBe(true);
      world.passMinutes(11);
      expect(await shows(), "after the end").toBe(false);
    },
  },
  {
    attack: "70",
    does: "a stranger lets a hundred shares with a person lapse, makes more, and would give the lapsed ones again",
    answer: "the server counts what has lapsed, because it can be given again at once: what is in the person's list has a limit",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { shareId } = await given(stage, 1);
      await giveAsOften(stage, shareId, 99);
      world.passMinutes(2);
      const { id } = await eve.client.vault.create({ draft: aLogin({ title: TITLE }) });
      const more = () => eve.client.sharing.share({ id, email: ann.email, permission: "read", expiresAt: null });
      await expect(more()).rejects.toMatchObject({ code: "too_many_shares" });
      await world.sql("update share_grant set ended_at = now() where id = $1", [shareId]);
      await more();
    },
  },
];

interface Before {
  readonly shared_key: string;
  readonly signed_at: number;
}

async function grantOf({ world }: Stage, shareId: string): Promise<Before> {
  const [row] = await world.sql<Before>("select shared_key, signed_at from share_grant where id = $1", [shareId]);
  if (!row) throw new Error("there is no grant");
  return row;
}

/** With no end, as far as the server says. */
async function putBack(
  { world }: Stage,
  of: { readonly shareId: string; readonly scopeId: string; readonly before: Before },
): Promise<void> {
  const { shared_key, signed_at } = of.before;
  await world.sql("update share_grant set expires_at = null, shared_key = $2, signed_at = $3 where id = $1", [
    of.shareId,
    shared_key,
    signed_at,
  ]);
  await world.sql("update scope set stamp = stamp + 1 where id = $1", [of.scopeId]);
}

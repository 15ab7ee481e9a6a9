/** SQL that a flaw lets into a statement of the server: on the server's own connection, working for a person without rights. */
import { expect } from "vitest";
import { aLogin } from "../../flows/sample-items.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";

const REFUSED = "42501";
/** What a superuser or the owner of the tables may. */
const TRIED = [
  "set role coffer",
  "set session authorization coffer",
  "select pg_read_file('PG_VERSION')",
  "copy (select 1) to program 'true'",
  "alter table account disable row level security",
  "drop policy everybody on outbox",
  "select key from acting_key",
];
/** Rows of people, and what the server counts and sends. */
const TABLES = ["account", "session", "record", "head", "code", "guess", "outbox", "setting", "rate_limit", "invitation", "team_log"];

async function scene({ ann, eve, world }: Stage) {
  await ann.client.account.forgotPassword(ann);
  const [{ there } = { there: 0 }] = await world.sql<{ there: number }>("select count(*)::int as there from code");
  expect(there, "rows that could be found").toBeGreaterThan(0);
  return { eveId: eve.client.session?.user.id ?? "", annId: ann.client.session?.user.id ?? "" };
}

export const SMUGGLED_SQL: readonly Row[] = [
  {
    attack: "71",
    does: "lets SQL into a statement for Eve: another role, a file, a program, a policy less",
    answer: "PostgreSQL refuses: the server's role is neither superuser nor owner, and becomes neither",
    run: async (stage) => {
      const { eveId } = await scene(stage);
      const smuggled = (text: string) => stage.world.smuggled(eveId, text);
      for (const text of TRIED) await expect(smuggled(text), text).rejects.toMatchObject({ code: REFUSED });
      await smuggled("reset role");
      const { rows } = await smuggled("select rolsuper or rolbypassrls as is from pg_roles where rolname = session_user");
      expect(rows).toEqual([{ is: false }]);
    },
  },
  {
    attack: "71",
    does: "lets SQL into a statement for Eve that says it works for Ann, or for the server",
    answer: "finds no row of anyone but Eve, and none of codes, budgets, emails or settings: what a connection works for is signed",
    run: async (stage) => {
      const { eveId, annId } = await scene(stage);
      const { rows: said } = await stage.world.smuggled(eveId, "select split_part(current_setting('coffer.account'), '.', 2) as signature");
      const ways = [annId, "system", `${annId}.${String(said[0]?.signature)}`, `system.${String(said[0]?.signature)}`];
      for (const way of ways)
        for (const table of TABLES) {
          const text = `select t::text as row from set_config('coffer.account', '${way}', true) said, lateral (select * from "${table}" where said <> '') t`;
          expect((await stage.world.smuggled(eveId, text)).rows, `${table} as ${way}`).toEqual([]);
        }
      for (const table of ["code", "guess", "outbox", "setting", "rate_limit"])
        expect((await stage.world.smuggled(eveId, `select 1 from ${table}`)).rows).toEqual([]);
      // Eve sees what others share with her, and Ann shares nothing.
      const { rows } = await stage.world.smuggled(eveId, "select distinct owner_id from record");
      expect(rows).toContainEqual({ owner_id: eveId });
      expect(rows).not.toContainEqual({ owner_id: annId });
    },
  },
  {
    attack: "71",
    does: "lets SQL into a statement for Eve that gives her the first role, a share of Ann's vault, or a link to Ann's account",
    answer:
      "PostgreSQL refuses: an account's place is not its own to change, a scope is given by its owner, a link is made by who has the keys of both",
    run: async (stage) => {
      const { eveId, annId } = await scene(stage);
      const smuggled = (text: string) => stage.world.smuggled(eveId, text);
      const [scope] = await stage.world.sql<{ id: string }>("select id from scope where owner_id = $1 and kind = 'personal'", [annId]);
      const [item] = await stage.world.sql<{ id: string }>("select id from record where owner_id = $1 limit 1", [annId]);
      const tried = [
        `update account set role_id = 1 where id = '${eveId}'`,
        `insert into share_grant (id, scope_id, item_id, sender_id, recipient_id, permission, epoch, shared_key, signed_at)
          values (gen_random_uuid(), '${scope?.id}', '${item?.id}', '${eveId}', '${eveId}', 'read', 1, '', 1)`,
        `insert into profile_link (id, existing_id, new_id, for_existing, for_new, existing_epoch, new_epoch, link_auth_hash, created_at)
          values (gen_random_uuid(), '${annId}', '${eveId}', '', '', 1, 1, '', now())`,
        "select coffer_begin()",
      ];
      for (const text of tried) await expect(smuggled(text), text).rejects.toMatchObject({ code: REFUSED });
      const { rows } = await smuggled("select distinct owner_id from record");
      expect(rows).not.toContainEqual({ owner_id: annId });
    },
  },
  {
    attack: "71",
    does: "lets SQL into a statement for Eve, with whom Ann shares an item to read, and then no longer",
    answer: "PostgreSQL shows her the rows of that share and changes none of them for her; once it has ended, she sees none",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { eveId, annId } = await scene(stage);
      const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Made in the attack" }) });
      await ann.client.sharing.share({ id, email: eve.email, permission: "read", expiresAt: null });
      const seen = async () => (await world.smuggled(eveId, `select id from record where owner_id = '${annId}'`)).rows;
      expect(await seen()).toEqual([{ id }]);
      for (const text of [`update record set seal = '' where id = '${id}'`, `delete from record where id = '${id}'`])
        expect((await world.smuggled(eveId, text)).rowCount, text).toBe(0);
      const isEves = "recipient_id = $1 and sender_id = $2";
      await world.sql(`update share_grant set expires_at = now() - interval '1 second' where ${isEves}`, [eveId, annId]);
      expect(await seen()).toEqual([]);
      await world.sql(`update share_grant set expires_at = null, ended_at = now() where ${isEves}`, [eveId, annId]);
      expect(await seen()).toEqual([]);
    },
  },
];

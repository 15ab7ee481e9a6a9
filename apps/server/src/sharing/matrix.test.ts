/** Who may do what with shared content: every cell of the content matrix (permissions, Content) by one table, over the wire, with row-level security off and on. */
import type { SharedItem } from "@coffer/contract/sharing";
import { describe, expect, inject, it } from "vitest";
import { base, EVERYONE, FAR, next, type Scene, usePlace, type Who } from "../testing/scene.ts";
import { endShare, grantText, setEnd, setLevel, shareWords, signedBy, statedShare, storedScope } from "../testing/sharing.ts";
import { type Answer, bodyAs, hex, id, type Person, put, sealed } from "../testing/world.ts";

interface Cell {
  readonly does: string;
  readonly call: (scene: Scene, who: Person) => Promise<Answer>;
  /** What each is answered; 200 for yes. */
  readonly answers: Readonly<Record<Who, number>>;
}

const READS = { owner: 200, write: 200, read: 200, expired: 404, none: 404 };
const WRITES = { owner: 200, write: 200, read: 403, expired: 404, none: 404 };
const OWNERS = { owner: 200, write: 403, read: 403, expired: 404, none: 404 };
/** Of a share with the writer: no one else knows of it. */
const OF_WRITER = { owner: 200, write: 403, read: 404, expired: 404, none: 404 };
const HIDDEN = { owner: 200, write: 404, read: 404, expired: 404, none: 404 };

const CELLS: readonly Cell[] = [
  { does: "reads an item", answers: READS, call: ({ item }, who) => who.call("GET", `/notes/${item.id}`) },
  { does: "reads an item through its vault", answers: READS, call: ({ inside }, who) => who.call("GET", `/notes/${inside.id}`) },
  { does: "reads a vault with its items", answers: READS, call: ({ vault }, who) => who.call("GET", `/categories/${vault.id}/get-items`) },
  { does: "reads the passwords of a vault", answers: READS, call: ({ vault }, who) => who.call("GET", `/categories/${vault.id}/entries`) },
  {
    does: "pulls the scope of an item",
    answers: READS,
    call: ({ itemScope }, who) => who.call("GET", `/vault/all-items-data?scope=${itemScope}`),
  },
  {
    does: "pulls the scope of a vault",
    answers: READS,
    call: ({ vaultScope }, who) => who.call("GET", `/vault/all-items-data?scope=${vaultScope}`),
  },
  {
    does: "updates an item",
    answers: WRITES,
    call: async (scene, who) => who.call("PUT", `/notes/${scene.item.id}`, await next(scene, scene.item, scene.itemScope, who)),
  },
  {
    does: "updates an item through its vault",
    answers: WRITES,
    call: async (scene, who) => who.call("PUT", `/notes/${scene.inside.id}`, await next(scene, scene.inside, scene.vaultScope, who)),
  },
  {
    does: "makes an item a favourite by saving it",
    answers: OWNERS,
    call: async (scene, who) =>
      who.call("PUT", `/notes/${scene.item.id}`, await next(scene, scene.item, scene.itemScope, who, { favourite: true })),
  },
  {
    does: "turns the favourite mark",
    answers: OWNERS,
    call: async (scene, who) => who.call("POST", `/vault/entries/${scene.item.id}/favourite`, await base(scene, who)),
  },
  {
    does: "takes an item out of its vault",
    answers: OWNERS,
    call: async (scene, who) => who.call("DELETE", `/vault/entry/${scene.item.id}/category`, await base(scene, who)),
  },
  {
    does: "creates an item in a vault",
    // For those who know no such vault it is a write of their own scope, which this head does not fit.
    answers: { ...WRITES, expired: 403, none: 403 },
    call: async ({ server, vault, vaultScope }, who) => {
      const { op: _, kind: __, fields: ___, categoryId: ____, color: _____, icon: ______, autoLogin: _______, ...words } = put("note");
      return who.call("POST", "/notes", { ...words, name: sealed(), category_id: vault.id, ...(await signedBy(server, who, vaultScope)) });
    },
  },
  {
    does: "renames a vault",
    answers: OWNERS,
    call: async (scene, who) => {
      const { category_id: _, ...words } = await next(scene, scene.vault, scene.vaultScope, who, { favourite: undefined });
      return who.call("PUT", `/categories/${scene.vault.id}`, words);
    },
  },
  {
    does: "deletes a vault",
    // Not even the owner, before it is shared no more.
    answers: { ...HIDDEN, owner: 403 },
    call: async ({ server, vault, vaultScope }, who) =>
      who.call("DELETE", `/categories/${vault.id}?deleteItems=false`, {
        ...(await signedBy(server, who, vaultScope)),
        trashedAt: server.clock.now,
      }),
  },
  {
    does: "takes an item to another scope",
    // A writer may take out what is theirs, which this is not.
    answers: { ...HIDDEN, read: 403 },
    call: async ({ server, item, itemScope }, who) => {
      const from = { scope: itemScope, ...(await signedBy(server, who, itemScope)), head: undefined, signature: undefined };
      const to = { scope: who.scopeId, ...(await signedBy(server, who, who.scopeId)) };
      const { rows } = await server.pool.query("select revision::int from record where id = $1", [item.id]);
      return who.call("POST", "/vault/move", {
        from,
        to,
        records: [{ ...item, revision: rows[0].revision + 1, saveId: hex(16), trashedAt: null }],
      });
    },
  },
  {
    does: "brings an item of their own into a vault",
    answers: WRITES,
    call: async ({ server, vault, vaultScope }, who) => {
      const own = put("note");
      await who.commit(own);
      const from = { scope: who.scopeId, ...(await signedBy(server, who, who.scopeId)) };
      const to = { scope: vaultScope, ...(await signedBy(server, who, vaultScope)) };
      const records = [{ ...own, categoryId: vault.id, revision: 2, saveId: hex(16), trashedAt: null }];
      return who.call("POST", "/vault/move", { from, to, records });
    },
  },
  {
    does: "brings an item of their own into the scope of a single item",
    answers: { owner: 400, write: 404, read: 403, expired: 404, none: 404 },
    call: async ({ server, itemScope }, who) => {
      const own = put("note");
      await who.commit(own);
      const from = { scope: who.scopeId, ...(await signedBy(server, who, who.scopeId)) };
      const to = { scope: itemScope, ...(await signedBy(server, who, itemScope)) };
      return who.call("POST", "/vault/move", { from, to, records: [{ ...own, revision: 2, saveId: hex(16), trashedAt: null }] });
    },
  },
  {
    does: "shares an item on",
    answers: OWNERS,
    call: async ({ item, server, itemScope }, who) => {
      const zoe = await server.join(`zoe-${hex(4)}@example.com`);
      const words = await statedShare(server, who, itemScope, shareWords(zoe));
      return who.call("POST", "/share/item", { ...words, itemId: item.id, itemType: "note" });
    },
  },
  {
    does: "changes a permission",
    answers: OF_WRITER,
    call: ({ server, shareId }, who) => setLevel(server, who, shareId, "write"),
  },
  {
    does: "changes an expiry",
    answers: OF_WRITER,
    call: ({ server, shareId }, who) => setEnd(server, who, shareId, FAR),
  },
  {
    does: "replaces the key",
    answers: HIDDEN,
    call: async ({ server, people, itemScope }, who) => {
      const target = { scope: itemScope, ...(await signedBy(server, who, itemScope)) };
      const { rows } = await server.pool.query("select id, revision::int from record where scope_id = $1", [itemScope]);
      const records = rows.map((row) => ({ ...put("note"), ...row, revision: row.revision + 1, trashedAt: null }));
      const live = await server.pool.query("select id from share_grant where scope_id = $1 and recipient_id <> $2", [
        itemScope,
        people.expired.accountId,
      ]);
      const grants = live.rows.map((row) => ({ id: row.id, createdAt: 2, sharedKey: grantText() }));
      return who.call("POST", "/share/rotate", { target, epoch: 2, records, grants });
    },
  },
  {
    does: "deletes an item",
    answers: WRITES,
    call: async (scene, who) =>
      who.call("DELETE", `/notes/${scene.item.id}`, { ...(await base(scene, who)), trashedAt: scene.server.clock.now }),
  },
  { does: "revokes a share", answers: OF_WRITER, call: ({ server, shareId }, who) => endShare(server, who, shareId) },
];

/** With row-level security too, every-call.test.ts asks every day. */
const DEFENCES = [
  ["the checks in code alone", false],
  ["row-level security too", true],
] as const;

describe.each(DEFENCES.filter(([, hasRowSecurity]) => inject("isWhole") || !hasRowSecurity))("with %s", (_, hasRowSecurity) => {
  const here = usePlace(hasRowSecurity);

  it.each(CELLS)("who $does", async ({ call, answers }) => {
    const got: Partial<Record<Who, number>> = {};
    let scene = await here.openScene();
    // Those who are refused change nothing, so that the next finds the same; nor do those who read.
    for (const who of EVERYONE.toReversed()) {
      const rows = async (of: Scene) => [await storedScope(here.server, of.itemScope), await storedScope(here.server, of.vaultScope)];
      const before = await rows(scene);
      const { status, body } = await call(scene, here.people[who]);
      got[who] = status;
      if (status === 404) expect(body).toEqual({ success: false, code: "not_found", message: "Not found" });
      if (status !== 200 || answers === READS) expect(await rows(scene)).toEqual(before);
      else {
        here.markWritten();
        if (who !== "owner") scene = await here.openScene();
      }
    }
    expect(got).toEqual(answers);
  });

  it("answers a person who just lost access as if there had never been a grant, while the old key is still in use", async () => {
    const scene = await here.openScene();
    here.markWritten();
    const { body } = await here.people.owner.call("GET", "/share/items/shared-by-me");
    const theirs = bodyAs<SharedItem[]>(body).filter((row) => row.shared_with_id === here.people.write.accountId);
    for (const { id: share } of theirs) await endShare(here.server, here.people.owner, share);
    for (const { does, call, answers } of CELLS.filter((cell) => cell.answers.owner === 200)) {
      const { status } = await call(scene, here.people.write);
      // A write of their own scope comes too late where they have written there since.
      expect([does, status === 409 && answers.none === 403 ? 403 : status]).toEqual([does, answers.none]);
    }
    const again = await here.people.write.call("GET", "/share/items/shared-with-me");
    expect(again).toMatchObject({ status: 200, body: [] });
  });

  it("shows nothing of what is not theirs in any list", async () => {
    const { item, inside, vault } = await here.openScene();
    for (const who of EVERYONE) {
      const isReader = who !== "expired" && who !== "none";
      for (const path of ["/notes", "/categories", "/categories/entries", "/vault/all-items-data"]) {
        const text = JSON.stringify((await here.people[who].call("GET", path)).body);
        const theirs = path === "/notes" ? [item.id, inside.id] : path === "/vault/all-items-data" ? [] : [vault.id];
        for (const one of theirs) expect([who, path, text.includes(one)]).toEqual([who, path, isReader]);
        if (who === "none" || who === "expired") for (const one of [item, inside, vault]) expect(text).not.toContain(one.id);
      }
    }
  });

  it("answers what is unknown like what is another's", async () => {
    const { shareId, item, itemScope } = await here.openScene();
    const asked = async (share: string, record: string, scope: string) => [
      await here.people.none.call("DELETE", `/share/item/${share}`),
      await here.people.none.call("DELETE", `/vault/share/${share}`),
      await here.people.none.call("PUT", `/share/item/${share}/expiry`, { expires_at: null }),
      await here.people.none.call("PUT", `/vault/share/${share}/expiry`, { expires_at: null }),
      await here.people.none.call("PUT", `/share/item/${share}/permission`, {
        permission_level: "read",
        createdAt: 1,
        sharedKey: grantText(),
        epoch: 1,
      }),
      await here.people.none.call("POST", "/share/item", { ...shareWords(here.people.read), itemId: record, itemType: "note" }),
      await here.people.none.call("GET", `/vault/all-items-data?scope=${scope}`),
      await here.people.none.call("GET", `/notes/${record}`),
    ];
    const plain = (answers: readonly Answer[]) => answers.map(({ status, body }) => ({ status, body }));
    const foreign = plain(await asked(shareId, item.id, itemScope));
    expect(foreign).toEqual(plain(await asked(id(), id(), id())));
    expect(new Set(foreign.map(({ status }) => status))).toEqual(new Set([404]));
  });
});

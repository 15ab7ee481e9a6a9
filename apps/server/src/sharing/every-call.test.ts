/** Every call of the content (contract) by every relation to what it names: the permission matrix, kind by kind, with row-level security on. What each verb says there once is in matrix.test.ts. */
import { createHash } from "node:crypto";
import { allEndpoints } from "@coffer/contract/all-endpoints";
import { KIND_NAMES, type KindName } from "@coffer/core/items/kinds";
import { describe, expect, inject, it } from "vitest";
import { EVERYONE, next, type People, type Scene, usePlace, type Who } from "../testing/scene.ts";
import { endShare, setEnd, setLevel, shareWords, signedBy, stated, statedShare, storedScope } from "../testing/sharing.ts";
import { type Answer, bodyAs, hex, type Person, put } from "../testing/world.ts";

type Answers = Readonly<Record<Who, number>>;
const READS: Answers = { owner: 200, write: 200, read: 200, expired: 404, none: 404 };
const WRITES: Answers = { owner: 200, write: 200, read: 403, expired: 404, none: 404 };
const OWNERS: Answers = { owner: 200, write: 403, read: 403, expired: 404, none: 404 };
/** Of a share with the writer: no one else knows of it. */
const OF_WRITER: Answers = { owner: 200, write: 403, read: 404, expired: 404, none: 404 };
const HIDDEN: Answers = { owner: 200, write: 404, read: 404, expired: 404, none: 404 };

interface Row {
  readonly answers: Answers;
  readonly call: (scene: Scene, who: Person, kind: KindName) => Promise<Answer>;
  /** The kind of what is shared; a note when absent. */
  readonly kind?: KindName;
  /** What the owner does before the call. */
  readonly first?: (scene: Scene) => Promise<unknown>;
}

const PATHS: Readonly<Record<KindName, string>> = Object.fromEntries(
  allEndpoints().flatMap(([name, { path }]) => {
    const kind = /^items\.(\w+)\.list$/.exec(name)?.[1];
    return kind ? [[kind, path]] : [];
  }),
) as Record<KindName, string>;

const trashIt = async ({ server, people: { owner }, item, itemScope }: Scene) =>
  owner.call("DELETE", `${PATHS[item.kind as KindName]}/${item.id}`, {
    ...(await signedBy(server, owner, itemScope)),
    trashedAt: server.clock.now,
  });
const purging = async ({ server, itemScope }: Scene, who: Person) => {
  await who.prove();
  return signedBy(server, who, itemScope);
};

const ofKind = (kind: KindName): Readonly<Record<string, Row>> => ({
  [`items.${kind}.get`]: { kind, answers: READS, call: ({ item }, who) => who.call("GET", `${PATHS[kind]}/${item.id}`) },
  [`items.${kind}.update`]: {
    kind,
    answers: WRITES,
    call: async (scene, who) =>
      who.call("PUT", `${PATHS[kind]}/${scene.inside.id}`, await next(scene, scene.inside, scene.vaultScope, who)),
  },
  [`items.${kind}.create`]: {
    kind,
    // For those who know no such vault it is a write of their own scope, which this head does not fit.
    answers: { ...WRITES, expired: 403, none: 403 },
    call: async ({ server, vault, vaultScope }, who) => {
      const { op: _, kind: __, fields, categoryId: ____, color: _____, icon: ______, autoLogin: _______, ...words } = put(kind);
      const body = { ...words, ...(fields as object), category_id: vault.id, ...(await signedBy(server, who, vaultScope)) };
      return who.call("POST", PATHS[kind], body);
    },
  },
  [`items.${kind}.remove`]: {
    kind,
    answers: WRITES,
    call: async ({ server, inside, vaultScope }, who) =>
      who.call("DELETE", `${PATHS[kind]}/${inside.id}`, { ...(await signedBy(server, who, vaultScope)), trashedAt: server.clock.now }),
  },
});

const ROWS: Readonly<Record<string, Row>> = {
  ...Object.assign({}, ...KIND_NAMES.map(ofKind)),
  "vault.pull": { answers: READS, call: ({ vaultScope }, who) => who.call("GET", `/vault/all-items-data?scope=${vaultScope}`) },
  // Restoring is the owner's.
  "vault.commit": {
    answers: OWNERS,
    first: trashIt,
    call: async ({ server, item, itemScope }, who) => {
      const changes = [{ ...item, revision: 3, saveId: hex(16) }];
      return who.call("POST", "/vault/commit", { scope: itemScope, ...(await signedBy(server, who, itemScope)), changes });
    },
  },
  "vault.repair": {
    // The owner's head is of the generation before: it never gets further than its signature.
    answers: { ...OWNERS, owner: 403 },
    call: async ({ server, itemScope }, who) => {
      const { baseSeq, ...write } = await signedBy(server, who, itemScope);
      const again = { seq: baseSeq + 1, generation: 2, records: [], purged: [] };
      return who.call("POST", "/vault/repair", { scope: itemScope, baseSeq, ...write, ...again });
    },
  },
  "vault.updateVault": {
    answers: OWNERS,
    call: async (scene, who) => {
      const { category_id: _, ...words } = await next(scene, scene.vault, scene.vaultScope, who, { favourite: undefined });
      return who.call("PUT", `/categories/${scene.vault.id}`, words);
    },
  },
  "vault.removeVault": {
    // Not even the owner, before it is shared no more.
    answers: { ...HIDDEN, owner: 403 },
    call: async ({ server, vault, vaultScope }, who) => {
      const write = { ...(await signedBy(server, who, vaultScope)), trashedAt: server.clock.now };
      return who.call("DELETE", `/categories/${vault.id}?deleteItems=false`, write);
    },
  },
  "vault.toggleFavourite": {
    answers: OWNERS,
    call: async ({ server, inside, vaultScope }, who) =>
      who.call("POST", `/vault/entries/${inside.id}/favourite`, await signedBy(server, who, vaultScope)),
  },
  "vault.setFavourites": {
    answers: OWNERS,
    call: async ({ server, inside, vaultScope }, who) =>
      who.call("POST", "/vault/favourites", { ids: [inside.id], favourite: true, ...(await signedBy(server, who, vaultScope)) }),
  },
  "vault.place": {
    answers: OWNERS,
    call: async ({ server, vault, inside, vaultScope }, who) =>
      who.call("POST", `/vault/entry/${inside.id}/category`, { categoryId: vault.id, ...(await signedBy(server, who, vaultScope)) }),
  },
  "vault.placeMany": {
    answers: OWNERS,
    call: async ({ server, vault, inside, vaultScope }, who) =>
      who.call("POST", "/vault/place", { ids: [inside.id], categoryId: vault.id, ...(await signedBy(server, who, vaultScope)) }),
  },
  "vault.unplace": {
    answers: OWNERS,
    call: async ({ server, item, itemScope }, who) =>
      who.call("DELETE", `/vault/entry/${item.id}/category`, await signedBy(server, who, itemScope)),
  },
  "vault.versions": { answers: READS, call: ({ item }, who) => who.call("GET", `/vault/entries/${item.id}/versions`) },
  "vault.used": { answers: HIDDEN, call: ({ item }, who) => who.call("POST", `/vault/entries/${item.id}/used`, {}) },
  "vault.entriesOfVault": { answers: READS, call: ({ vault }, who) => who.call("GET", `/categories/${vault.id}/entries`) },
  "vault.itemsOfVault": { answers: READS, call: ({ vault }, who) => who.call("GET", `/categories/${vault.id}/get-items`) },
  "vault.purge": {
    answers: OWNERS,
    first: trashIt,
    call: async (scene, who) => who.call("DELETE", `/vault/trash/${scene.item.id}`, await purging(scene, who)),
  },
  "vault.purgeMany": {
    answers: OWNERS,
    first: trashIt,
    call: async (scene, who) => who.call("POST", "/vault/trash/purge", { ids: [scene.item.id], ...(await purging(scene, who)) }),
  },
  "sharing.shareItem": {
    answers: OWNERS,
    call: async (scene, who) =>
      who.call("POST", "/share/item", {
        ...(await renewed(scene, who, scene.item.id, scene.itemScope)),
        itemId: scene.item.id,
        itemType: "note",
      }),
  },
  "sharing.sharePassword": {
    kind: "password",
    answers: OWNERS,
    call: async (scene, who) =>
      who.call("POST", "/vault/share", {
        ...(await renewed(scene, who, scene.item.id, scene.itemScope)),
        itemId: scene.item.id,
        itemType: "password",
      }),
  },
  "sharing.shareCategory": {
    answers: OWNERS,
    call: async (scene, who) =>
      who.call("POST", "/share/category", {
        ...(await renewed(scene, who, scene.vault.id, scene.vaultScope)),
        categoryId: scene.vault.id,
      }),
  },
  "sharing.setPermission": {
    answers: OF_WRITER,
    call: ({ server, shareId }, who) => setLevel(server, who, shareId, "write"),
  },
  "sharing.setExpiry": {
    answers: OF_WRITER,
    call: ({ server, shareId }, who) => setEnd(server, who, shareId, null),
  },
  "sharing.setPasswordExpiry": {
    kind: "password",
    answers: OF_WRITER,
    call: ({ server, shareId }, who) => setEnd(server, who, shareId, null, "/vault/share"),
  },
  "sharing.revoke": { answers: OF_WRITER, call: ({ server, shareId }, who) => endShare(server, who, shareId) },
  "sharing.revokePassword": {
    kind: "password",
    answers: OF_WRITER,
    call: ({ server, shareId }, who) => endShare(server, who, shareId, "/vault/share"),
  },
  "sharing.setLinkedGrants": {
    answers: HIDDEN,
    call: async ({ server, item, itemScope }, who) => {
      const nothing = { what: "linked", digest: createHash("sha256").digest() } as const;
      const statement = await stated(server, who, item.id, nothing, itemScope);
      return who.call("PUT", `/share/item/${item.id}/vault`, { epoch: 1, grants: [], ...statement });
    },
  },
};

/** Who it would go to. */
const otherThan = ({ read, write }: People, who: Person): Person => (who === read ? write : read);
/** A share; of the owner's, in place of the one that is there. */
async function renewed({ server, people }: Scene, who: Person, itemId: string, scopeId: string) {
  const words = shareWords(otherThan(people, who));
  if (who !== people.owner) return words;
  const { body } = await who.call("GET", "/share/items/shared-by-me");
  const rows = bodyAs<{ id: string; item_id: string; shared_with_email: string }[]>(body);
  const known = rows.find((row) => row.item_id === itemId && row.shared_with_email === people.read.email);
  return statedShare(server, who, scopeId, { ...words, ...(known && { shareId: known.id }) });
}

/** Calls that name nothing of another account, and those that matrix.test.ts plays with all that they need. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "vault.watch": "vault/news.test.ts, and eavesdropping in evil",
  "vault.createVault": "makes a vault of the caller",
  "vault.asOf": "of the caller's own items alone: vault/as-of.test.ts",
  "vault.searchEntries": "finds nothing",
  "sharing.publicKey": "of people",
  "sharing.rotate": "matrix.test.ts",
  "sharing.move": "matrix.test.ts",
};
/** Lists, which name nothing: whose items they contain. */
const isList = (name: string, path: string): boolean =>
  /\.list(Vaults|Trash)?$/.test(name) ||
  (!path.includes(":id") &&
    /favourites|favouriteEntries|vaultsWithItems|countItems|unassignedItems|allTitles|shared(With|By)Me|passwords(With|By)Me/.test(name));

const CONTENT = allEndpoints().filter(([name]) => /^(vault|items|sharing)\./.test(name));
const LISTS = CONTENT.filter(([name, { path, method }]) => method === "GET" && isList(name, path));

const here = usePlace();

it("has a row for every call of the content", () => {
  const known = [...Object.keys(ROWS), ...LISTS.map(([name]) => name), ...Object.keys(ELSEWHERE)];
  expect(CONTENT.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([]);
});

/** The calls of a kind are made from one table for all kinds: every day one kind shows what they answer. */
const EVERY_DAY: KindName = "password";
const PLAYED = Object.entries(ROWS).filter(
  ([name]) => inject("isWhole") || !name.startsWith("items.") || name.startsWith(`items.${EVERY_DAY}.`),
);

describe("who may call", () => {
  it.each(PLAYED)("%s", async (_, { answers, call, kind = "note", first }) => {
    const got: Partial<Record<Who, number>> = {};
    const newScene = async (): Promise<Scene> => {
      const made = await here.openScene(kind);
      if (first) here.markWritten();
      await first?.(made);
      return made;
    };
    let scene = await newScene();
    // Those who are refused change nothing, so that the next finds the same.
    for (const who of EVERYONE.toReversed()) {
      const rows = async (of: Scene) => [await storedScope(here.server, of.itemScope), await storedScope(here.server, of.vaultScope)];
      const before = await rows(scene);
      const { status, body } = await call(scene, here.people[who], kind);
      got[who] = status;
      if (status === 404) expect(body).toEqual({ success: false, code: "not_found", message: "Not found" });
      if (status !== 200) expect(await rows(scene)).toEqual(before);
      else if (answers !== READS) {
        here.markWritten();
        if (who !== "owner") scene = await newScene();
      }
    }
    expect(got).toEqual(answers);
  });
});

it.each(LISTS)("%s names nothing that its caller is not allowed to read", async (name, { path }) => {
  const { item, inside, vault, vaultScope, itemScope } = await here.openScene();
  // What has lapsed is on the lists of shares still, without its key.
  const theirs = name.startsWith("sharing.") ? [] : [item.id, inside.id, vault.id, itemScope, vaultScope];
  for (const [who, ids] of [
    ["none", [item.id, inside.id, vault.id, itemScope, vaultScope]],
    ["expired", theirs],
  ] as const) {
    const answer = await here.people[who].call("GET", path);
    expect([who, answer.status]).toEqual([who, 200]);
    for (const one of ids) expect(JSON.stringify(answer.body)).not.toContain(one);
  }
});

/** An item and a vault that are shared with one person of each kind, for the tests that walk the content matrix (permissions). */
import type { KindName } from "@coffer/core/items/kinds";
import { afterAll, beforeAll, expect } from "vitest";
import { type Put, shareItem, shareVault, shareWords, signedBy, statedShare } from "./sharing.ts";
import { hex, id, openWorld, type Person, put, type Server, sealed, type World } from "./world.ts";

export type Who = "owner" | "write" | "read" | "expired" | "none";
export const EVERYONE: readonly Who[] = ["owner", "write", "read", "expired", "none"];

export interface Scene {
  readonly server: Server;
  readonly people: Readonly<Record<Who, Person>>;
  readonly item: Put;
  readonly itemScope: string;
  readonly vault: Put;
  readonly inside: Put;
  readonly vaultScope: string;
  /** The share of the writer. */
  readonly shareId: string;
}

export const FAR = Date.UTC(2125, 0, 1);

export type People = Scene["people"];

async function gather(server: Server): Promise<People> {
  const join = (name: string) => server.join(`${name}-${hex(4)}@example.com`);
  return {
    owner: await join("ann"),
    write: await join("bob"),
    read: await join("carol"),
    expired: await join("dan"),
    none: await join("eve"),
  };
}

/** An item and a vault with another one, each shared with everyone but the stranger. */
async function setScene(server: Server, people: People, kind: KindName): Promise<Scene> {
  const { owner } = people;
  const [item, vault] = [put(kind), put("category")];
  const inside = put(kind, { categoryId: vault.id });
  await server.pool.query("delete from rate_limit");
  await owner.commit(item, vault, inside);
  const one = await shareItem(server, owner, item, people.write, { permissionLevel: "write", expiresAt: FAR });
  const two = await shareVault(server, owner, vault, [inside], people.write, { permissionLevel: "write", expiresAt: FAR });
  for (const made of [one, two]) expect(made.answer).toMatchObject({ status: 200 });
  for (const recipient of [people.read, people.expired]) {
    const words = shareWords(recipient, { expiresAt: recipient === people.read ? null : FAR });
    const ofItem = { ...(await statedShare(server, owner, one.scopeId, words)), itemId: item.id, itemType: kind };
    expect(await owner.call("POST", "/share/item", ofItem)).toMatchObject({ status: 200 });
    const ofVault = { ...(await statedShare(server, owner, two.scopeId, { ...words, shareId: id() })), categoryId: vault.id };
    expect(await owner.call("POST", "/share/category", ofVault)).toMatchObject({ status: 200 });
  }
  const past = "update share_grant set expires_at = to_timestamp(0) where recipient_id = $1";
  await server.pool.query(past, [people.expired.accountId]);
  return { server, people, item, itemScope: one.scopeId, vault, inside, vaultScope: two.scopeId, shareId: one.shareId };
}

interface Place {
  readonly server: Server;
  readonly people: People;
  /** Another item and another vault, shared with the same people. */
  readonly setScene: (kind?: KindName) => Promise<Scene>;
  /** An item and a vault in which nothing was written yet: the same for all tests that only read, and a new one after `markWritten`. */
  readonly openScene: (kind?: KindName) => Promise<Scene>;
  /** Its scene has changed: the next one is new. */
  readonly markWritten: () => void;
}

/** A server for the tests of a file, or of a part of one, with one person of each kind on it. @param hasRowSecurity - whether row-level security is on */
export function usePlace(hasRowSecurity = true): Place {
  const made = {} as { world: World; server: Server; people: People };
  const unchanged = new Map<KindName, Promise<Scene>>();
  beforeAll(async () => {
    made.world = await openWorld();
    made.server = await made.world.server({}, hasRowSecurity);
    made.people = await gather(made.server);
  });
  afterAll(() => made.world.end());
  return {
    get server() {
      return made.server;
    },
    get people() {
      return made.people;
    },
    setScene: (kind = "note") => setScene(made.server, made.people, kind),
    openScene: async (kind = "note") => {
      const scene = unchanged.get(kind) ?? setScene(made.server, made.people, kind);
      unchanged.set(kind, scene);
      return scene;
    },
    markWritten: () => unchanged.clear(),
  };
}

export const next = async ({ server }: Pick<Scene, "server">, item: Put, scope: string, who: Person, more: object = {}) => {
  const { rows } = await server.pool.query("select revision::int, category_id from record where id = $1", [item.id]);
  const { revision, category_id } = rows[0] as { revision: number; category_id: string | null };
  const { op: _, kind, fields: ___, categoryId: ____, color: _____, icon: ______, autoLogin: _______, ...words } = item;
  const fields = kind === "category" ? { name: sealed() } : (item.fields as Readonly<Record<string, string>>);
  return {
    ...words,
    ...fields,
    revision: revision + 1,
    saveId: hex(16),
    category_id,
    ...(await signedBy(server, who, scope)),
    ...more,
  };
};
export const base = async ({ server, itemScope }: Scene, who: Person) => signedBy(server, who, itemScope);

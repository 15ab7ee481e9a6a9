import { allEndpoints } from "@coffer/contract/all-endpoints";
import type { Endpoint } from "@coffer/contract/endpoint";
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleCall, exampleInput } from "./testing/examples.ts";
import { writeAfter } from "./testing/identities.ts";
import { id, openWorld, type Person, put, type Server, type World } from "./testing/world.ts";
import { trashing } from "./testing/writer.ts";

let world: World;
let server: Server;
let ann: Person;
let bob: Person;
/** Ann's records by kind, and her import. */
const annHas = new Map<string, string>();

beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  ann = await server.join("ann@example.com", 1);
  bob = await server.join("bob@example.com", 1);
  const vault = put("category");
  const items = ["password", "note", "card", "bank", "personal"].map((kind) => put(kind, { categoryId: vault.id }));
  for (const { id, kind } of [vault, ...items]) annHas.set(String(kind), id);
  await ann.commit(vault, ...items);
  const { body } = await ann.call("POST", "/import/initialize", { source_type: "chrome" });
  annHas.set("import", String(body.id));
});
afterAll(() => world.end());

/** The id that an endpoint's `:id` or named field refers to. */
function targetOf(name: string, spec: Endpoint): string | undefined {
  const kind = /^items\.(\w+)\./.exec(name)?.[1];
  if (kind) return annHas.get(kind);
  if (spec.path.startsWith("/categories")) return annHas.get("category");
  return annHas.get(spec.path.startsWith("/import") ? "import" : "note");
}

describe("a stranger with an account, even an administrator", () => {
  // Of administering, team/matrix.test.ts says it: there a stranger is refused before anything is looked for.
  const isContent = (name: string): boolean => !name.startsWith("team.");
  const addressed = allEndpoints().filter(([name, spec]) => isContent(name) && spec.path.includes(":id") && !name.endsWith(".create"));

  it.each(addressed)("calling %s is answered for Ann's id as for no id at all", async (name, spec) => {
    server.clock.now += 61_000;
    if (spec.fresh) await bob.prove();
    const write = "signature" in exampleInput(spec) ? writeAfter(bob.form.publicKey, await bob.stored()) : {};
    const revision = { ...("revision" in exampleInput(spec) && { revision: 2 }) };
    const ask = (target: string | undefined) => {
      const { path, body } = exampleCall(spec, { ...exampleInput(spec), ...write, ...revision, id: target });
      return bob.call(spec.method, path, body);
    };
    const foreign = await ask(targetOf(name, spec));
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual((await ask(id())).body);
  });

  it("reads no scope but his own", async () => {
    const foreign = await bob.call("GET", `/vault/all-items-data?scope=${ann.scopeId}`);
    expect(foreign.body).toEqual((await bob.call("GET", `/vault/all-items-data?scope=${id()}`)).body);
    expect(foreign.status).toBe(404);
    const own = await bob.call("GET", "/vault/all-items-data");
    expect(own.body.data).toEqual({ categories: [], passwords: [], notes: [], cards: [], banks: [], personals: [] });
    for (const path of ["/notes", "/categories", "/card-details"]) expect((await bob.call("GET", path)).body).toEqual([]);
  });

  it("writes nothing into Ann's scope, and nothing of hers into his", async () => {
    const hers = writeAfter(bob.form.publicKey, await ann.stored());
    const commit = { scope: ann.scopeId, ...hers, changes: [put("note")] };
    expect((await bob.call("POST", "/vault/commit", commit)).status).toBe(404);
    const repair = { scope: ann.scopeId, ...hers, seq: 3, generation: 2, records: [], purged: [] };
    expect((await bob.call("POST", "/vault/repair", repair)).status).toBe(404);
    const his = (change: unknown) => bob.commit(change);
    const note = annHas.get("note") ?? "";
    expect((await his(trashing({ id: note }, server))).body.code).toBe("not_found");
    expect((await his({ op: "purge", id: note })).body.code).toBe("not_found");
    expect((await his({ op: "place", id: note, ...BLANK_COLUMNS })).body.code).toBe("not_found");
    expect((await his(put("note", { id: note, revision: 2 }))).body.code).toBe("not_found");
    expect((await his(put("note", { id: note }))).body.code).toBe("id_taken");
    expect((await his(put("note", { categoryId: annHas.get("category") }))).body.code).toBe("not_found");
  });

  it("cannot place his own item into Ann's vault", async () => {
    const note = put("note");
    expect((await bob.commit(note)).status).toBe(200);
    const placed = await bob.write("POST", `/vault/entry/${note.id}/category`, { categoryId: annHas.get("category") });
    expect(placed.status).toBe(404);
  });

  it("adds no rows to Ann's import", async () => {
    const items = [{ type: "note", row: 0, data: put("note") }];
    const body = { importId: annHas.get("import"), scope: bob.scopeId, total: 1, items };
    expect((await bob.write("POST", "/import/batch", body)).body.code).toBe("not_found");
  });

  it("has left everything of Ann's as it was", async () => {
    const { body } = await ann.call("GET", "/vault/all-items-data");
    expect(body.scope).toMatchObject({ seq: 2 });
    const data = body.data as Record<string, { id: string; revision: number; category_id: string }[]>;
    const items = Object.values(data).flat();
    expect(items.map((item) => item.id).sort()).toEqual(
      [...annHas]
        .filter(([kind]) => kind !== "import")
        .map(([, annId]) => annId)
        .sort(),
    );
    for (const item of items) expect(item).toMatchObject({ revision: 1, category_id: annHas.get("category") });
  });
});

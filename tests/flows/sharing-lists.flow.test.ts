/** The two lists of shares as the server answers them: the specified record, for an item of every kind and for a vault. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { KIND_NAMES } from "../../packages/core/src/items/kinds.ts";
import { oneOfEachKind } from "./sample-items.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 120_000);
afterAll(() => world.stop());

const byType = (body: unknown) =>
  (body as Record<string, unknown>[]).toSorted((a, b) => String(a.item_type).localeCompare(String(b.item_type)));

it("holds what the specification names, whichever kind it is, and nothing readable (C142)", async () => {
  const [ann, bob, eve] = [await world.person("ann"), await world.person("bob"), await world.person("eve")];
  const ends = Date.now() + 86_400_000;
  const vault = await ann.client.vault.createVault({ name: "CANARY vault", description: "" });
  const ids: Record<string, string> = { category: vault.id };
  for (const draft of oneOfEachKind((_, field) => `CANARY ${field}`)) ids[draft.kind] = (await ann.client.vault.create({ draft })).id;
  for (const [kind, id] of Object.entries(ids))
    await ann.client.sharing.share({
      id,
      email: bob.email,
      permission: kind === "note" ? "write" : "read",
      expiresAt: kind === "card" ? ends : null,
    });

  const wanted = [...KIND_NAMES, "category"].toSorted().map((kind) => ({
    id: expect.any(String),
    item_id: ids[kind],
    item_type: kind,
    item_name: expect.any(String),
    shared_by_email: ann.email,
    shared_with_email: bob.email,
    permission_level: kind === "note" ? "write" : "read",
    expires_at: kind === "card" ? ends : null,
    shared_key: expect.any(String),
  }));
  const [mine, theirs] = [await ann.get("/share/items/shared-by-me"), await bob.get("/share/items/shared-with-me")];
  expect(byType(theirs.body)).toMatchObject(wanted);
  expect(byType(mine.body)).toMatchObject(wanted.map(({ shared_key: _, ...rest }) => rest));
  expect(JSON.stringify([mine, theirs])).not.toContain("CANARY");
  expect([(await eve.get("/share/items/shared-by-me")).body, (await eve.get("/share/items/shared-with-me")).body]).toEqual([[], []]);
});

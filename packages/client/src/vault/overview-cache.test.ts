/** Overviews cached on a device: unchanged after a start, worthless to anyone else. */
import { generateId, generateKey } from "@coffer/crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Keyring, openKeyring } from "../keyring.ts";
import type { KnownOverview } from "./overview.ts";
import { openOverviews } from "./overview-cache.ts";
import { sealOverviews } from "./seal-overviews.ts";

const SCOPE = generateId();
const HEAD = "1.7.ab";
const keyringOf = (accountId: string): Promise<Keyring> =>
  openKeyring({ accountId, personalScopeId: SCOPE, keyEpoch: 1 }, generateKey(), generateKey());

const overview = fc.record<KnownOverview>({
  id: fc.uuid({ version: 4 }),
  saveId: fc.stringMatching(/^[0-9a-f]{32}$/),
  fields: fc.dictionary(fc.stringMatching(/^[a-z_]{1,20}$/), fc.string({ unit: "grapheme", maxLength: 3_000 })),
  state: fc.constant("intact"),
  createdAt: fc.nat(),
  updatedAt: fc.nat(),
});
const overviews = fc.uniqueArray(overview, { selector: ({ id }) => id, maxLength: 60 });
const byId = (all: readonly KnownOverview[]) => new Map(all.map((one) => [one.id, one]));

describe("cached overviews", () => {
  it("open as they were sealed, in as many pieces as needed", async () => {
    const keyring = await keyringOf(generateId());
    await fc.assert(
      fc.asyncProperty(overviews, async (all) => {
        const opened = await openOverviews(keyring, SCOPE, await sealOverviews(keyring, SCOPE, HEAD, all));
        expect(opened).toEqual({ overviews: byId(all), head: all.length > 0 ? HEAD : null });
      }),
      { numRuns: 40 },
    );
  });

  it("do not open with another key, scope or order, and a changed piece affects only itself", async () => {
    const keyring = await keyringOf(generateId());
    const all = Array.from({ length: 100 }, (_, index) => ({
      id: generateId(),
      saveId: "ab".repeat(16),
      fields: { title: "x".repeat(3_000), index: String(index) },
      state: "intact" as const,
      createdAt: 1,
      updatedAt: 2,
    }));
    const pieces = await sealOverviews(keyring, SCOPE, HEAD, all);
    expect(pieces.length).toBeGreaterThan(2);
    expect((await openOverviews(await keyringOf(keyring.accountId), SCOPE, pieces)).overviews.size).toBe(0);
    expect((await openOverviews(keyring, generateId(), pieces)).overviews.size).toBe(0);
    expect((await openOverviews(keyring, SCOPE, pieces.toReversed())).overviews.size).toBeLessThan(all.length);
    const [first = "", ...rest] = pieces;
    const damaged = `${first.slice(0, -9)}${first.at(-9) === "A" ? "B" : "A"}${first.slice(-8)}`;
    const opened = await openOverviews(keyring, SCOPE, [damaged, ...rest]);
    expect(opened.overviews.size).toBeGreaterThan(0);
    expect(opened.overviews.size).toBeLessThan(all.length);
    expect(opened.head).toBeNull();
    // Whole, but of two times: no list that ever was.
    const later = await sealOverviews(keyring, SCOPE, "1.8.cd", all);
    expect((await openOverviews(keyring, SCOPE, [first, ...later.slice(1)])).head).toBeNull();
    expect((await openOverviews(keyring, SCOPE, pieces.slice(0, -1))).head).toBeNull();
  });
});

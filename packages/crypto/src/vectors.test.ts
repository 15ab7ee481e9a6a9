/** Known answers, published and ours. */
import { beforeAll, describe, expect, it } from "vitest";
import { computeHpke } from "./testing/pinned.ts";
import { runVectorSuite, type VectorResult } from "./testing/vector-suite.ts";

/** How many checks each family has; a suite that lost its vectors must not pass. */
const FAMILIES: Record<string, number> = {
  "AES-256-GCM": 66,
  "HKDF-SHA-256": 86,
  "HMAC-SHA-256": 87,
  "PBKDF2-HMAC-SHA-256": 60,
  Ed25519: 151,
  X25519: 518,
  Argon2id: 6,
  HPKE: 2,
  pinned: 23,
};

describe("known answers", () => {
  let results: VectorResult[] = [];
  beforeAll(async () => {
    results = await runVectorSuite();
  });

  it.each(Object.entries(FAMILIES))("agrees with every vector of %s", (family, count) => {
    const own = results.filter(({ name }) => name.startsWith(`${family} `));
    expect(own.filter(({ ok }) => !ok)).toEqual([]);
    expect(own).toHaveLength(count);
  });

  it("has no vector outside these families", () => {
    expect(results).toHaveLength(Object.values(FAMILIES).reduce((sum, count) => sum + count, 0));
  });

  it("seals to the pinned identity differently every time", async () => {
    expect(await computeHpke()).not.toEqual(await computeHpke());
  });
});

/** What the server checks of a statement in which the owner of a shared scope signs what is hers alone. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newIdentity } from "../testing/identities.ts";
import { ownStatement } from "../testing/own-statements.ts";
import { nextOwn, readOwn, requireOwnVault } from "./own-statement.ts";

const [ownerKey, eve] = [newIdentity(), newIdentity()];
const place = { scopeId: randomUUID(), generation: 1, epoch: 1 };
const SAVE = "ab".repeat(16);
const BAD = expect.objectContaining({ code: "bad_signature" });

const statement = (ownSeq: number, at = place, by = ownerKey, vaultSave: string | null = SAVE): string =>
  ownStatement(by, at, ownSeq, { vaultSave });

const scope = (own: string | null, kind: "vault" | "personal" = "vault") => ({ id: place.scopeId, kind, own, generation: 1, epoch: 1 });
const next = (own: string | undefined, more: Partial<typeof place> = {}, key: string | null = ownerKey) => ({
  ...{ generation: 1, epoch: 1, ...more },
  own,
  ownerKey: key,
});

describe("the next statement", () => {
  it("is the owner's, for this scope, key and generation, in one spelling", () => {
    const text = statement(1);
    expect(nextOwn(scope(null), next(text))).toBe(text);
    const others = [
      statement(1, { ...place, scopeId: randomUUID() }),
      statement(1, { ...place, generation: 2 }),
      statement(1, { ...place, epoch: 2 }),
      statement(1, place, eve),
      `${text}A`,
      "AAAA",
    ];
    for (const other of others) expect(() => nextOwn(scope(null), next(other))).toThrow(BAD);
  });

  it("has a higher number than the last, so that no earlier one comes back", () => {
    const last = statement(5);
    expect(nextOwn(scope(last), next(statement(6)))).toBeDefined();
    for (const ownSeq of [5, 4, 1]) expect(() => nextOwn(scope(last), next(statement(ownSeq)))).toThrow(BAD);
  });

  it("is not brought by anyone else who writes, nor into a personal scope", () => {
    expect(() => nextOwn(scope(null), next(statement(1), {}, null))).toThrow(BAD);
    expect(() => nextOwn(scope(null, "personal"), next(statement(1)))).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  it("may be missing as long as key and generation stay; a scope of before has none", () => {
    const last = statement(1);
    expect(nextOwn(scope(last), next(undefined))).toBeUndefined();
    for (const more of [{ epoch: 2 }, { generation: 2 }]) {
      expect(() => nextOwn(scope(last), next(undefined, more))).toThrow(BAD);
      expect(nextOwn(scope(null), next(undefined, more))).toBeUndefined();
    }
  });
});

it("the vault's own record is saved with the statement that names this very save", () => {
  const [vault, item] = [
    { kind: "category", saveId: SAVE },
    { kind: "password", saveId: "cd".repeat(16) },
  ];
  expect(readOwn(statement(1), place, ownerKey)?.vaultSave).toBe(SAVE);
  requireOwnVault(statement(1), [vault, item]);
  requireOwnVault(null, [{ ...vault, saveId: "00" }]);
  for (const save of [null, "cd".repeat(16)])
    expect(() => requireOwnVault(statement(1, place, ownerKey, save), [vault, item])).toThrow(BAD);
});

import { describe, expect, it } from "vitest";
import { type OwnGrant, type OwnStatement, ownBody, ownMessage, parseOwn } from "./own-message.ts";

const id = (digit: string): string => `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`;
const statement: OwnStatement = {
  ownSeq: 7,
  vaultSave: "ab".repeat(16),
  grants: new Map<string, OwnGrant>([
    [id("1"), { level: "ended", before: Number.MAX_SAFE_INTEGER }],
    [id("4"), { level: "read", until: 1_795_000_000_000 }],
    [id("5"), { level: "write", until: null, since: 1_794_000_000_000 }],
  ]),
  makers: new Map([
    [id("2"), id("a")],
    [id("3"), id("b")],
  ]),
  writers: new Set([id("6"), id("7")]),
};
const signed = (body: Uint8Array): Uint8Array => Uint8Array.from([...body, ...new Uint8Array(64).fill(9)]);

describe("the owner's statement", () => {
  it("is read as it was written, with or without a vault of its own", () => {
    expect(parseOwn(signed(ownBody(statement)))).toMatchObject({
      ...statement,
      body: ownBody(statement),
      signature: new Uint8Array(64).fill(9),
    });
    const alone = {
      ownSeq: 1,
      vaultSave: null,
      grants: new Map<string, OwnGrant>(),
      makers: new Map<string, string>(),
      writers: new Set<string>(),
    };
    expect(parseOwn(signed(ownBody(alone)))).toMatchObject(alone);
  });

  it("names the save of the vault by a long id in its second version", () => {
    const vaultSave = "ab".repeat(48);
    const [then, now] = [ownBody(statement), ownBody({ ...statement, vaultSave })];
    expect([then[0], now[0], now.length - then.length]).toEqual([1, 2, 32]);
    expect(parseOwn(signed(now))).toMatchObject({ ...statement, vaultSave, body: now });
  });

  it("has one form, whatever the order of its entries", () => {
    const [grants, makers] = [new Map([...statement.grants].toReversed()), new Map([...statement.makers].toReversed())];
    const turned = { ...statement, grants, makers, writers: new Set([...statement.writers].toReversed()) };
    expect(ownBody(turned)).toEqual(ownBody(statement));
  });

  it("says when a grant was signed in an entry that versions of before pass over", () => {
    const { grants, ...rest } = statement;
    const before = new Map([...grants].map(([key, one]) => [key, one.level === "ended" ? one : { level: one.level, until: one.until }]));
    const [now, then] = [ownBody(statement), ownBody({ ...rest, grants: before })];
    expect(now.length - then.length).toBe(16 + 8);
    expect(parseOwn(signed(then))?.grants).toEqual(before);
    // After the others, with a level that they do not know.
    expect(now[25 + 4 + 3 * 24 + 16]).toBe(3);
  });

  it("names people who may write by a team's grant in entries that versions of before pass over, after all others", () => {
    const [now, then] = [ownBody(statement), ownBody({ ...statement, writers: new Set() })];
    expect(now.length - then.length).toBe(2 * (16 + 8));
    expect(parseOwn(signed(then))).toMatchObject({ grants: statement.grants, writers: new Set() });
    expect([...now.subarray(25 + 4 + 4 * 24, 25 + 4 + 6 * 24)].filter((_, at) => at % 24 >= 16)).toEqual([
      4, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0,
    ]);
  });

  it("of a later version says nothing here of a grant whose level this version does not know", () => {
    const body = ownBody(statement).map((byte, at) => (at === 25 + 4 + 16 ? 9 : byte));
    expect([...(parseOwn(signed(body))?.grants.keys() ?? [])]).toEqual([id("4"), id("5")]);
  });

  it.each([
    ["nothing", new Uint8Array(0)],
    ["a signature alone", new Uint8Array(64)],
    ["one byte less", signed(ownBody(statement)).subarray(1)],
    ["one byte more", Uint8Array.from([...ownBody(statement), 0, ...new Uint8Array(64)])],
    ["a later version", Uint8Array.from([3, ...signed(ownBody(statement)).subarray(1)])],
    [
      "the second version with a short id",
      Uint8Array.from([2, ...signed(ownBody({ ...statement, grants: new Map(), makers: new Map(), writers: new Set() })).subarray(1)]),
    ],
    ["more entries than it has", signed(ownBody(statement).map((byte, at) => (at === 28 ? 200 : byte)))],
  ])("is not %s", (_, bytes) => {
    expect(parseOwn(bytes)).toBeNull();
  });

  it("is signed for one scope, generation, key, root and number", () => {
    const parts = { scopeId: id("1"), generation: 1, epoch: 1, ownRoot: new Uint8Array(32), ownSeq: 1 };
    const others = [
      { ...parts, scopeId: id("2") },
      { ...parts, generation: 2 },
      { ...parts, epoch: 2 },
      { ...parts, ownRoot: new Uint8Array(32).fill(1) },
      { ...parts, ownSeq: 2 },
    ];
    const messages = [parts, ...others].map((one) => String(ownMessage(one)));
    expect(new Set(messages).size).toBe(messages.length);
  });
});

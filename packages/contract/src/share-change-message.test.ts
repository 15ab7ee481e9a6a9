import { expect, it } from "vitest";
import { linkedGrantsBytes, type ShareChange, type SignedShareChange, shareChangeMessage } from "./share-change-message.ts";

const GRANT = "00112233-4455-4677-8899-aabbccddeeff";
const SCOPE = "0f0e0d0c-0b0a-4908-8706-050403020100";
const LEVEL = { what: "level", permission: "read", createdAt: 7, epoch: 2, teamEpoch: null, sharedKey: "3.abc" } as const;
const TRUTH: SignedShareChange = { grantId: GRANT, scopeId: SCOPE, change: { what: "expiry", expiresAt: 1_000 }, ownSeq: 5 };
const hex = (signed: SignedShareChange): string => Buffer.from(shareChangeMessage(signed)).toString("hex");

it("names the share, its scope, what is changed to what, and when: byte by byte", () => {
  const text = Buffer.from("cf1/sig/share-change\0cf1\0\0\x0cshare-change\x05", "latin1").toString("hex");
  const ids = `0010${GRANT.replaceAll("-", "")}0010${SCOPE.replaceAll("-", "")}`;
  expect(hex(TRUTH)).toBe(`${text}${ids}000102000800000000000003e800080000000000000005`);
});

it("differs with each part", () => {
  const changes: ShareChange[] = [
    ...[{ what: "end" } as const, { what: "expiry", expiresAt: null } as const, { what: "expiry", expiresAt: 1_001 } as const, LEVEL],
    { ...LEVEL, permission: "write" },
    { ...LEVEL, createdAt: 8 },
    { ...LEVEL, epoch: 3 },
    { ...LEVEL, teamEpoch: 1 },
    { ...LEVEL, sharedKey: "3.abd" },
    { ...LEVEL, what: "given", expiresAt: null },
    { ...LEVEL, what: "given", expiresAt: 9 },
    { what: "linked", digest: new Uint8Array(32) },
    { what: "linked", digest: new Uint8Array(32).fill(1) },
  ];
  const others = [
    { ...TRUTH, grantId: SCOPE },
    { ...TRUTH, scopeId: GRANT },
    { ...TRUTH, ownSeq: 6 },
  ];
  const all = [TRUTH, ...others, ...changes.map((change) => ({ ...TRUTH, change }))];
  expect(new Set(all.map(hex)).size).toBe(all.length);
});

it("covers every part of linked grants, and their order", () => {
  const one = { along: GRANT, shareId: SCOPE, createdAt: 1, sharedKey: "3.abc" };
  const lists = [
    ...[
      [],
      [one],
      [one, { ...one, createdAt: 2 }],
      [{ ...one, createdAt: 2 }, one],
      [{ ...one, along: SCOPE }],
      [{ ...one, shareId: GRANT }],
    ],
    ...[[{ ...one, teamEpoch: 1 }], [{ ...one, sharedKey: "3.abd" }]],
  ];
  expect(new Set(lists.map((grants) => Buffer.from(linkedGrantsBytes(grants)).toString("hex"))).size).toBe(lists.length);
});

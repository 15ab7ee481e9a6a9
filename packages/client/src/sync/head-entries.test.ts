/** The bytes of an entry, by the layout in head-entries.ts: every device must compute the same root. */
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import { recordCode } from "@coffer/core/items/record-code";
import { concat, context, fromHex, sha256, u8, u64, utf8, uuidToBytes } from "@coffer/crypto";
import { expect, it } from "vitest";
import { bucketOf, digestsOf } from "./head-entries.ts";

const id = "5f0c1f0e-7a54-4c5e-9a52-0d6f0a3c1b11";
const record = { ...BLANK_COLUMNS, id, kind: "note" as const, revision: 3, saveId: "ab".repeat(16) };

const [PRESS, BOUND] = [record.saveId, record.saveId + "cd".repeat(32)];

it.each([
  ["live", 0, null, PRESS],
  ["in the trash", 1, 1_795_000_000_000, PRESS],
  ["live, under an id that covers its texts,", 2, null, BOUND],
  ["in the trash, under an id that covers its texts,", 3, 1_795_000_000_000, BOUND],
] as const)("a record that is %s has %d in its entry", async (_, state, trashedAt, saveId) => {
  const when = trashedAt === null ? utf8("") : u64(trashedAt);
  const place = await sha256(context("place", utf8(""), u8(0), u8(0), utf8(""), utf8(""), when));
  const head = concat(uuidToBytes(id), u8(recordCode("note")), u8(state), u64(3));
  const entry = concat(head, fromHex(saveId), place.slice(0, 16));
  expect((await digestsOf([{ ...record, saveId, trashedAt }]))[bucketOf(id)]).toEqual(await sha256(entry));
});

it("each entry of a bucket begins where the one before ends, however long the ids of their saves are", async () => {
  const all = [PRESS, BOUND, PRESS].map((saveId, at) => ({ ...record, id: `${id.slice(0, -1)}${at}`, saveId, trashedAt: null }));
  const alone = (await Promise.all(all.map(async (one) => (await digestsOf([one]))[bucketOf(id)]))).map(String);
  expect(new Set(alone).size).toBe(3);
  const place = (await sha256(context("place", utf8(""), u8(0), u8(0), utf8(""), utf8(""), utf8("")))).slice(0, 16);
  const entries = all.map((one) => {
    const state = u8(one.saveId === BOUND ? 2 : 0);
    return concat(uuidToBytes(one.id), u8(recordCode("note")), state, u64(3), fromHex(one.saveId), place);
  });
  expect((await digestsOf(all))[bucketOf(id)]).toEqual(await sha256(concat(...entries)));
});

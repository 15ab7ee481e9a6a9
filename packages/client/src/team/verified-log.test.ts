/** The log as a device verifies it: each entry is signed by its author and follows the previous one. */
import { entryMessage } from "@coffer/contract/team-log";
import { fingerprint, generateIdentity, openSigner, toBase64Url, toHex } from "@coffer/crypto";
import { expect, it } from "vitest";
import { emptyLog, sinceOf, verifyEntries, verifyNewEntries, wasMemberAt, writeEntries } from "./verified-log.ts";

const TEAM = "5f0c1f0e-7a54-4c5e-9a52-0d6f0a3c1b11";

async function someone(accountId: string) {
  const { secret, public: publicKey } = await generateIdentity();
  return { accountId, email: "maker@example.com", publicKey, signer: await openSigner(secret), secret: async () => secret };
}

async function aLog() {
  const maker = await someone("0b7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a01");
  const founder = { id: maker.accountId, email: "maker@example.com", key: toHex(await fingerprint(maker.publicKey)) };
  const changes = [
    { kind: "found", founder, isMember: true, admins: ["invite_members"], check: "0".repeat(64) },
    { kind: "invite", email: "bob@example.com", roleId: 3 },
  ] as const;
  const { entries } = await writeEntries(emptyLog(TEAM), changes, maker, 1);
  return { maker, entries, authors: [maker.publicKey] };
}

it("accepts a log as it was written", async () => {
  const { entries, authors } = await aLog();
  const { state } = await verifyEntries(emptyLog(TEAM), { entries, authors });
  expect([...state.invites.values()].map(({ email }) => email)).toEqual(["bob@example.com"]);
});

it("refuses an entry that someone else signed in its author's name, and one that was changed", async () => {
  const { maker, entries, authors } = await aLog();
  const other = await someone(maker.accountId);
  const [first, second] = entries;
  if (!first || !second) throw new Error("two changes are two entries");
  const before = await verifyEntries(emptyLog(TEAM), { entries: [first], authors });
  const forged = { ...second, signature: toBase64Url(await other.signer.sign(entryMessage(second.text))) };
  const changed = { ...second, text: second.text.replace("bob@", "eve@") };
  for (const lie of [forged, changed])
    await expect(verifyEntries(before, { entries: [lie], authors })).rejects.toMatchObject({ name: "IntegrityError" });
});

it("knows who was a member at which key epoch: a removed member is not one at the next epoch, nor with another key", async () => {
  const { maker, entries, authors } = await aLog();
  const [bob, key] = ["1c7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a02", "1".repeat(64)];
  const begun = await verifyEntries(emptyLog(TEAM), { entries, authors });
  const { known } = await writeEntries(
    begun,
    [
      { kind: "admit", invited: 2, member: { id: bob, key } },
      { kind: "remove", id: bob },
      { kind: "key", epoch: 2, check: "2".repeat(64) },
    ],
    maker,
    2,
  );
  expect([1, 2].map((epoch) => wasMemberAt(known.state, bob, key, epoch))).toEqual([true, false]);
  expect(wasMemberAt(known.state, bob, "3".repeat(64), 1)).toBe(false);
  expect(wasMemberAt(known.state, maker.accountId, toHex(await fingerprint(maker.publicKey)), 2)).toBe(true);
});

it("continues from the last known entry, which must be shown again, and refuses an older or different history", async () => {
  const { maker, entries, authors } = await aLog();
  const [first, second] = entries;
  if (!first || !second) throw new Error("two changes are two entries");
  const known = await verifyEntries(emptyLog(TEAM), { entries, authors });
  expect(sinceOf(known)).toBe(1);
  expect(await verifyNewEntries(known, { entries: [second], authors })).toEqual(known);
  const more = await writeEntries(known, [{ kind: "withdraw", invited: 2 }], maker, 2);
  expect((await verifyNewEntries(known, { entries: [second, ...more.entries], authors })).hashes).toEqual(more.known.hashes);
  await expect(verifyNewEntries(known, { entries: [], authors })).rejects.toMatchObject({ name: "IntegrityError", code: "rollback" });
  const before = await verifyEntries(emptyLog(TEAM), { entries: [first], authors });
  const other = await writeEntries(before, [{ kind: "invite", email: "eve@example.com", roleId: 3 }], maker, 2);
  await expect(verifyNewEntries(known, { entries: other.entries, authors })).rejects.toMatchObject({
    name: "IntegrityError",
    code: "fork",
  });
});

it("refuses a log with an entry missing, repeated or from another team", async () => {
  const { entries, authors } = await aLog();
  const [first, second] = entries;
  if (!first || !second) throw new Error("two changes are two entries");
  for (const [team, told] of [
    [TEAM, [second]],
    [TEAM, [first, first]],
    ["6f0c1f0e-7a54-4c5e-9a52-0d6f0a3c1b12", entries],
  ] as const)
    await expect(verifyEntries(emptyLog(team), { entries: [...told], authors })).rejects.toMatchObject({ name: "IntegrityError" });
});

/** The log as a device verifies it: each entry is signed by its author and follows the previous one. */
import { entryMessage, invitedMessage, NO_ENTRY } from "@coffer/contract/team-log";
import {
  context,
  fingerprint,
  fromBase64Url,
  fromHex,
  generateIdentity,
  generateInviteKey,
  openSigner,
  proveInvited,
  toBase64Url,
  toHex,
  uuidToBytes,
} from "@coffer/crypto";
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

it("refuses an entry by a key of small order, with which anyone can sign", async () => {
  const { accountId, email, publicKey: strong } = await someone("0b7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a01");
  const [identity, weak] = [fromBase64Url(strong), Uint8Array.of(1, ...new Uint8Array(31))];
  identity.set(weak, 1);
  const publicKey = toBase64Url(identity);
  const founder = { id: accountId, email, key: toHex(await fingerprint(publicKey)) };
  const change = { kind: "found", founder, isMember: true, admins: [], check: "0".repeat(64) };
  const text = JSON.stringify({ team: TEAM, seq: 1, previous: NO_ENTRY, by: accountId, key: founder.key, at: 1, change });
  const entry = { text, signature: toBase64Url(Uint8Array.of(...weak, ...new Uint8Array(32))) };
  await expect(verifyEntries(emptyLog(TEAM), { entries: [entry], authors: [publicKey] })).rejects.toMatchObject({ code: "fork" });
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
      { kind: "key", epoch: 2, check: "2".repeat(64), copies: "3".repeat(64) },
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

it("writes only what its readers believe, and says before its first entry in an older log which rules count", async () => {
  const { maker, entries, authors } = await aLog();
  const ann = await someone("1c7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a02");
  const annsKey = toHex(await fingerprint(ann.publicKey));
  const bob = { id: "2c7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a03", key: "1".repeat(64) };
  const begun = await verifyEntries(emptyLog(TEAM), { entries, authors });
  const kinds = (texts: readonly { text: string }[]): string[] => texts.map(({ text }) => JSON.parse(text).change.kind);
  const first = await writeEntries(begun, [{ kind: "admit", invited: 2, member: { id: ann.accountId, key: annsKey } }], maker, 2);
  expect(kinds(first.entries)).toEqual(["rules", "admit"]);
  const next = await writeEntries(first.known, [{ kind: "invite", email: "cat@example.com", roleId: 3 }], maker, 2);
  expect(kinds(next.entries)).toEqual(["invite"]);
  // A call that takes one entry, as leaving does, gets that one.
  const leaving = await writeEntries(begun, [{ kind: "remove", id: maker.accountId }], maker, 2, { isAlone: true });
  expect(kinds(leaving.entries)).toEqual(["remove"]);
  // Ann, a plain member, vouches for no one; nor does she begin new rules for nothing.
  const admission = { kind: "admit", invited: 5, member: bob } as const;
  expect(await writeEntries(next.known, [admission], ann, 3)).toEqual({ entries: [], known: next.known });
  expect(await writeEntries(begun, [admission], ann, 3)).toEqual({ entries: [], known: begun });
  expect(kinds((await writeEntries(next.known, [admission, { kind: "remove", id: ann.accountId }], ann, 3)).entries)).toEqual(["remove"]);
  expect(kinds((await writeEntries(next.known, [admission], maker, 3)).entries)).toEqual(["admit"]);
});

it("believes the proof of a link's secret that was made for this team, account and key", async () => {
  const { maker, entries, authors } = await aLog();
  const begun = await verifyEntries(emptyLog(TEAM), { entries, authors });
  const { secret, public: proof } = await generateInviteKey();
  const { known } = await writeEntries(begun, [{ kind: "invite", email: "cat@example.com", roleId: 3, proof }], maker, 2);
  const cat = { id: "2c7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a03", key: "1".repeat(64) };
  // Client and server take the message from the contract; the design says how contexts are laid out, and so does crypto.
  const message = context("invited", uuidToBytes(TEAM), uuidToBytes(cat.id), fromHex(cat.key));
  expect([...invitedMessage(TEAM, cat)]).toEqual([...message]);
  const admit = async (member: typeof cat, signed: Uint8Array) =>
    (await writeEntries(known, [{ kind: "admit", invited: 4, member, proof: await proveInvited(secret.slice(), signed) }], maker, 3)).known;
  expect((await admit(cat, message)).state.members.get(cat.id)?.isProven).toBe(true);
  for (const [member, signed] of [
    [cat, invitedMessage(maker.accountId, cat)],
    [{ ...cat, key: "2".repeat(64) }, message],
    [{ ...cat, id: "3c7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a04" }, message],
  ] as const)
    expect(await admit(member, signed)).toEqual(known);
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

it("takes the signature of a key's last entry for all before it, which its holder has verified, and asks for it of every key", async () => {
  const { maker, entries, authors } = await aLog();
  const ann = await someone("1c7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a02");
  const known = await verifyEntries(emptyLog(TEAM), { entries, authors });
  const member = { id: ann.accountId, key: toHex(await fingerprint(ann.publicKey)) };
  const first = await writeEntries(known, [{ kind: "admit", invited: 2, member }], maker, 2);
  const left = await writeEntries(first.known, [{ kind: "remove", id: ann.accountId }], ann, 3);
  const whole = [...entries, ...first.entries, ...left.entries];
  const both = [...authors, ann.publicKey];
  const spoilt = (at: number) => whole.map((entry, index) => (index === at ? { ...entry, signature: "A".repeat(86) } : entry));
  const verifying = (told: typeof whole) => verifyEntries(emptyLog(TEAM), { entries: told, authors: both });
  expect((await verifying(spoilt(0))).hashes).toEqual(left.known.hashes);
  for (const at of [whole.length - 1, whole.length - 2]) await expect(verifying(spoilt(at))).rejects.toMatchObject({ code: "fork" });
  await expect(
    verifying(whole.map((entry, at) => (at === 1 ? { ...entry, text: entry.text.replace("bob@", "eve@") } : entry))),
  ).rejects.toMatchObject({ code: "fork" });
});

it("checks a few signatures and each proof of a team's log, once and all of them at the same time", async () => {
  const { maker, entries, authors } = await aLog();
  const members = 30;
  let known = await verifyEntries(emptyLog(TEAM), { entries, authors });
  const all = [...entries];
  for (let index = 0; index < members; index++) {
    const invite = await generateInviteKey();
    const member = { id: crypto.randomUUID(), key: "2".repeat(64) };
    const proof = await proveInvited(invite.secret, invitedMessage(TEAM, member));
    const invited = known.hashes.length + 1 + Number(known.state.rules < 2);
    const changes = [
      { kind: "invite", email: `member-${index}@example.com`, roleId: 3, proof: invite.public },
      { kind: "admit", invited, member, proof },
    ] as const;
    const written = await writeEntries(known, changes, maker, 2);
    all.push(...written.entries);
    known = written.known;
  }
  const verify = crypto.subtle.verify.bind(crypto.subtle);
  const seen = { count: 0, running: 0, most: 0 };
  crypto.subtle.verify = async (...asked: Parameters<SubtleCrypto["verify"]>) => {
    seen.count += 1;
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    return verify(...asked).finally(() => {
      seen.running -= 1;
    });
  };
  try {
    const { state } = await verifyEntries(emptyLog(TEAM), { entries: all, authors });
    expect(state.members.size).toBe(members + 1);
  } finally {
    crypto.subtle.verify = verify;
  }
  expect(seen.count).toBe(1 + members);
  expect(seen.most).toBe(1 + members);
});

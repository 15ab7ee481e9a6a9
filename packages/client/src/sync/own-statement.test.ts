/** The owner's statement: who signs it and when, and which answers of a server are refused for its sake. What a save costs is counted in signatures. */
import type { SealedRecord } from "@coffer/contract/record";
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import { generateId, generateIdentity, generateKey, openSigner } from "@coffer/crypto";
import { describe, expect, it } from "vitest";
import { type ScopeKeys, type ScopeRights, scopeKeys } from "../keyring.ts";
import { scopeSigner } from "./allowed-signers.ts";
import { judgeProof, newBoundId, proofIn } from "./maker-proof.ts";
import { nextOwn, readOwn, refuseUnsigned } from "./own-statement.ts";

const person = async () => {
  const { secret, public: publicKey } = await generateIdentity();
  return { accountId: generateId(), publicKey, signer: await openSigner(secret) };
};
const [ann, bob] = [await person(), await person()];
const [scopeId, key] = [generateId(), generateKey()];
const signed = { count: 0 };

async function keysOf(who: typeof ann, epoch = 1): Promise<ScopeKeys> {
  const owner = { accountId: ann.accountId, publicKey: ann.publicKey };
  const isOwner = who === ann;
  const self = { id: who.accountId, email: "x@example.com" };
  const rights: ScopeRights = { kind: "vault", isOwner, permission: "write", sharedBy: isOwner ? null : "ann@example.com", self };
  const sign: typeof who.signer.sign = (message) => {
    signed.count++;
    return who.signer.sign(message);
  };
  const { signer } = scopeSigner(
    {
      ...{ scopeId, scopeKind: "vault", epoch, owner, knownLog: () => null, statement: () => null, learnHead: () => undefined },
      ...{ hasMember: async () => false, readTeamLog: async () => undefined },
    },
    sign,
    who.publicKey,
  );
  return scopeKeys({ key: key.slice() as typeof key, scopeId, epoch, signer, rights });
}
const [anns, bobs] = [await keysOf(ann), await keysOf(bob)];

const recordOf = (kind: "password" | "category", save: string, more: Partial<SealedRecord> = {}): SealedRecord => ({
  ...{ id: generateId(), kind, scopeId, revision: 1, saveId: save.repeat(16), seal: "", fields: {} },
  ...{ createdAt: 0, updatedAt: 0, lastUsedAt: null, trashedAt: null, ...BLANK_COLUMNS, ...more },
});
const records = (save: string) => [recordOf("password", "01"), recordOf("category", save)];
const first = (await nextOwn(anns, { before: null, generation: 1, records: records("aa") })) ?? "";
const second = (await nextOwn(anns, { before: first, generation: 1, records: records("bb") })) ?? "";
const answer = { text: first, generation: 1, known: null, pin: null, records: records("aa") };

describe("a save", () => {
  it("of the owner has a statement where there was none, and where the vault's own record is another", () => {
    expect(readOwn(first)).toMatchObject({ ownSeq: 1, vaultSave: "aa".repeat(16) });
    expect(readOwn(second)).toMatchObject({ ownSeq: 2, vaultSave: "bb".repeat(16) });
  });

  it("of the owner, of anything else, costs no signature; nor does a writer's", async () => {
    const before = signed.count;
    expect(await nextOwn(anns, { before: first, generation: 1, records: records("aa") })).toBeNull();
    expect(await nextOwn(bobs, { before: null, generation: 1, records: records("cc") })).toBeNull();
    expect(signed.count).toBe(before);
  });

  it("of the owner states who has a grant, when that is another than before", async () => {
    const grants = new Map([[generateId(), { level: "read", until: 9 } as const]]);
    const asked = { before: first, generation: 1, records: records("aa") };
    const next = await nextOwn({ ...anns, signer: { ...anns.signer, ownStated: async () => ({ grants }) } }, asked);
    expect(readOwn(next)?.grants).toEqual(grants);
    const before = signed.count;
    for (const signer of [
      anns.signer,
      { ...anns.signer, ownStated: async () => ({ grants }) },
      { ...anns.signer, ownStated: async () => ({}) },
    ])
      expect(await nextOwn({ ...anns, signer }, { ...asked, before: next })).toBeNull();
    expect(signed.count).toBe(before);
  });

  it("under another key or in another generation has a new one, above every number in use", async () => {
    const renewed = { least: 7 };
    const next = await nextOwn(anns, { before: first, generation: 2, records: records("aa"), renewed });
    expect(readOwn(next)?.ownSeq).toBe(8);
  });
});

describe("an answer", () => {
  it("is taken with the owner's statement on the vault that it lists, and without one from a scope of before", async () => {
    await refuseUnsigned(bobs, answer);
    await refuseUnsigned(bobs, { ...answer, text: null });
    await refuseUnsigned(bobs, { ...answer, text: second, known: first, records: records("bb") });
  });

  it.each([
    ["without the statement that this device knows", { text: null, known: first }, "overstepped"],
    ["without one where this device has pinned one", { text: null, pin: { own: 1 } }, "overstepped"],
    ["with an earlier one than this device knows", { known: second }, "rollback"],
    ["with an earlier one than this device has pinned", { pin: { own: 2 } }, "rollback"],
    ["with another save of the vault", { records: records("bb") }, "overstepped"],
    ["with a second vault in it", { records: [...records("aa"), ...records("aa")] }, "overstepped"],
    ["without the vault", { records: [] }, "overstepped"],
    ["with a statement for another generation", { generation: 2 }, "overstepped"],
    ["with the statement that this device knows, in another generation", { generation: 2, known: first }, "overstepped"],
    ["with a text that no one signs", { text: "A".repeat(200) }, "overstepped"],
  ] as const)("%s is refused", async (_, more, code) => {
    await expect(refuseUnsigned(bobs, { ...answer, ...more })).rejects.toMatchObject({ code });
  });

  it("is refused with a statement for another key, or of another person's", async () => {
    for (const known of [null, first])
      await expect(refuseUnsigned(await keysOf(bob, 2), { ...answer, known })).rejects.toMatchObject({ code: "overstepped" });
    const asOwner = { ...bobs, rights: { ...bobs.rights, isOwner: true } };
    const text = await nextOwn(asOwner, { before: null, generation: 1, records: records("aa") });
    await expect(refuseUnsigned(bobs, { ...answer, text })).rejects.toMatchObject({ code: "overstepped" });
  });
});

describe("an id that is bound to its maker", () => {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const owner = { id: bob.accountId, email: "bob@example.com" };

  it("is made in another person's scope alone, with one signature", async () => {
    const before = signed.count;
    expect(await newBoundId(anns, random)).toBeNull();
    expect(signed.count).toBe(before);
    const made = await newBoundId(bobs, random);
    expect(made?.id.charAt(14)).toBe("8");
    expect(signed.count).toBe(before + 1);
  });

  it("is proven by its maker only, in the scope it was made in", async () => {
    const bound = await newBoundId(bobs, random);
    const other = await newBoundId(bobs, random);
    if (!bound || !other) throw new Error("Not made");
    const { id, made } = bound;
    expect(await judgeProof(bobs, id, { owner, made })).toBe("proven");
    expect(await judgeProof(anns, id, { owner, made }), "whose key this device does not know").toBe("unknown");
    for (const [of, said] of [
      [id, { owner: { ...owner, id: ann.accountId }, made }],
      [id, { owner, made: other.made }],
      [id, { owner, made: { ...made, signature: other.made.signature } }],
      [id, { owner, made: { ...made, scope: generateId() } }],
      [id, { owner, made: undefined }],
      [id, { owner: undefined, made }],
      [generateId(), { owner, made }],
    ] as const)
      expect(await judgeProof(bobs, of, said)).toBe("false");
    // Truly signed, for another vault: no one takes it along into this one.
    const elsewhere = await newBoundId({ ...bobs, scopeId: generateId() }, random);
    expect(elsewhere && (await judgeProof(bobs, elsewhere.id, { owner, made: elsewhere.made }))).toBe("false");
  });

  it("is signed again by its maker for the scope that it moves into, and is proven there", async () => {
    const to = { ...bobs, scopeId: generateId() };
    const bound = await newBoundId(bobs, random);
    if (!bound) throw new Error("Not made");
    const { id, made } = bound;
    expect(await proofIn(bobs, id, made, owner), "it stays where it is").toBe(made);
    const moved = await proofIn(to, id, made, owner);
    expect(await judgeProof(to, id, { owner, made: moved })).toBe("proven");
    expect(await proofIn(to, id, made, { ...owner, id: ann.accountId }), "no one signs for another person").toBe(made);
    const otherKey = { ...anns, scopeId: to.scopeId, rights: { ...anns.rights, self: owner } };
    expect(await proofIn(otherKey, id, made, owner), "it was signed with another key").toBeUndefined();
    expect(await proofIn(to, id, made, undefined), "it is the scope's owner's").toBeUndefined();
    expect(await proofIn(to, id, { ...made, print: "ab" }, owner), "it is no proof").toBeUndefined();
  });
});

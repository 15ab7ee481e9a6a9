import { concat, context, generateId, generateKey, randomBytes, u32, uuidToBytes, wrap } from "@coffer/crypto";
import { describe, expect, it } from "vitest";
import { openKeyring } from "../keyring.ts";
import { generateLink, openLink, ownSide } from "./profile-link.ts";

const side = (keyEpoch = 1) => openKeyring({ accountId: generateId(), personalScopeId: generateId(), keyEpoch }, null, generateKey());

describe("a link", () => {
  it("opens the other vault key from either side, and for no other account, epoch or link", async () => {
    const [ann, work, eve] = [await side(), await side(2), await side()];
    const { linkId, forExisting, forNew } = await generateLink(randomBytes, ownSide(ann), ownSide(work));
    expect((await openLink(ann, work, { linkId, wrapped: forExisting })).vaultKey).toEqual(work.vaultKey);
    expect((await openLink(work, ann, { linkId, wrapped: forNew })).vaultKey).toEqual(ann.vaultKey);
    const refused = { name: "DecryptError" };
    await expect(openLink(eve, work, { linkId, wrapped: forExisting })).rejects.toMatchObject(refused);
    await expect(openLink(ann, { ...work, keyEpoch: 1 }, { linkId, wrapped: forExisting })).rejects.toMatchObject(refused);
    await expect(openLink(ann, work, { linkId: generateId(), wrapped: forExisting })).rejects.toMatchObject(refused);
    await expect(openLink(ann, work, { linkId, wrapped: forNew })).rejects.toMatchObject(refused);
  });

  it("holds a key and a proof of 32 bytes each: other lengths are refused", async () => {
    const [ann, work] = [await side(), await side()];
    const linkId = generateId();
    const ids = [ann.accountId, work.accountId, linkId].map(uuidToBytes);
    const about = { purpose: "link" as const, epoch: 1, context: context("link", ...ids, u32(1), u32(1)) };
    for (const bytes of [work.vaultKey, concat(work.vaultKey, randomBytes(33))]) {
      const wrapped = await wrap({ key: ann.symmetricKey, bytes, ...about });
      await expect(openLink(ann, work, { linkId, wrapped })).rejects.toMatchObject({ name: "DecryptError" });
    }
  });
});

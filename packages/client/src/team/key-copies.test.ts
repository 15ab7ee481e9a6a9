/**
 * Two places build the signed bytes of a team key copy: the client that seals it (crypto) and the server that checks who signed it
 * (contract), which has no encryption code.
 */
import { keyCopyMessage } from "@coffer/contract/grant-message";
import { fingerprint, fromBase64Url, generateIdentity, generateKey, openSigner, toHex, verify } from "@coffer/crypto";
import { sealGrant } from "@coffer/crypto/seal-grant";
import { expect, it } from "vitest";

const POINT = { size: 7, root: "a1".repeat(32) };

it.each([null, POINT])("the server reconstructs exactly the message that the client signed, with the point of the log %j", async (log) => {
  const [giver, member] = [await generateIdentity(), await generateIdentity()];
  const [grantId, teamId] = ["5f0c1f0e-7a54-4c5e-9a52-0d6f0a3c1b11", "0b7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a01"];
  const sender = { accountId: "1c7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a02", publicKey: giver.public };
  const recipient = { accountId: "2d7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a03", publicKey: member.public };
  const [epoch, createdAt] = [3, 1_795_316_000_123];
  const terms = { grantId, scopeId: teamId, scopeKind: "team", epoch, sender, recipient, permission: "read", createdAt } as const;
  const text = await sealGrant({ ...terms, log }, generateKey(), await openSigner(giver.secret));

  const nameOf = async ({ accountId, publicKey }: typeof sender) => ({ id: accountId, fingerprint: toHex(await fingerprint(publicKey)) });
  const claim = { id: grantId, teamId, epoch, createdAt, sender: await nameOf(sender), recipient: await nameOf(recipient) };
  const isSigned = async (shown: typeof claim): Promise<boolean> => {
    const { message, signature } = keyCopyMessage(shown, fromBase64Url(text.slice("3.".length)));
    return verify(giver.public, message, signature);
  };
  expect(await isSigned(claim)).toBe(true);
  for (const lie of [{ epoch: 4 }, { createdAt: createdAt + 1 }, { teamId: grantId }, { recipient: claim.sender }])
    expect(await isSigned({ ...claim, ...lie })).toBe(false);
});

/** The recipe of grant.json; see generate.mjs. Run: `npx tsx packages/crypto/src/vectors/generate-grant.mjs` */
import { writeFile } from "node:fs/promises";
import { toHex } from "../encoding.ts";
import { safetyNumber } from "../grant.ts";
import { generateIdentity, openSigner } from "../identity.ts";
import { generateKey } from "../keys.ts";
import { sealGrant } from "../seal-grant.ts";

const countingFrom = (start) => {
  let next = start;
  return (length) => Uint8Array.from({ length }, () => next++ % 256);
};
const [sender, recipient] = [await generateIdentity(countingFrom(1)), await generateIdentity(countingFrom(101))];
const key = generateKey(countingFrom(201));
const terms = {
  grantId: "0b5e2f0a-3c1d-4e6f-8a9b-1c2d3e4f5a6b",
  scopeId: "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c",
  scopeKind: "vault",
  epoch: 7,
  sender: { accountId: "2d704b2c-5e3f-4081-8cbd-3e4f5a6b7c8d", publicKey: sender.public },
  recipient: { accountId: "3e815c3d-6f40-4192-9dce-4f5a6b7c8d9e", publicKey: recipient.public },
  permission: "write",
  createdAt: 1_795_316_000_000,
};
const text = await sealGrant(terms, key, await openSigner(sender.secret));
const vector = {
  source: "this project; see generate-grant.mjs",
  key: toHex(key),
  safetyNumber: await safetyNumber(terms.sender, terms.recipient),
  text,
};
await writeFile(new URL("./grant.json", import.meta.url), `${JSON.stringify(vector, null, 2)}\n`, { flag: "wx" });

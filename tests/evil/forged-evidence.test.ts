/** Evidence against an honest member, made by a colleague who has the key of the vault: a head that he signed, with what she has sealed in its place. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scopeKeys } from "../../packages/client/src/keyring.ts";
import { headStatement, type SignedBytes } from "../../packages/client/src/sharing/statements.ts";
import { sealHead } from "../../packages/client/src/sync/head.ts";
import { digestsOf } from "../../packages/client/src/sync/head-entries.ts";
import { markMessage } from "../../packages/contract/src/team-marks.ts";
import { generateId, generateIdentity, generateKey, openSigner, randomBytes, toBase64Url } from "../../packages/crypto/src/index.ts";

const [teamId, scopeId, scopeKey] = [generateId(), generateId(), generateKey()];
const FIRST = "0".repeat(64);

async function someone() {
  const { secret, public: publicKey } = await generateIdentity();
  return { id: generateId(), publicKey, signer: await openSigner(secret) };
}
type Person = Awaited<ReturnType<typeof someone>>;

/** A head of the vault that says how far its writer knows the log. */
async function headBy({ id, publicKey, signer }: Person, root: string): Promise<SignedBytes> {
  const log = { size: 3, root };
  const keys = await scopeKeys({
    key: scopeKey,
    scopeId,
    epoch: 1,
    signer: { sign: signer.sign, verify: async () => true, log: () => log },
  });
  const place = { keys, generation: 1, seq: 1, previous: null, digests: await digestsOf([]), count: 0, flags: 0, trust: null };
  const sealed = await sealHead({ ...place, epochs: { cred: 0, recovery: 0 }, deviceId: randomBytes(16), now: 0 });
  return headStatement(teamId, keys, publicKey, {
    text: { seq: 1, generation: 1, ...sealed },
    previous: FIRST,
    log,
    signedBy: id,
  }).signed();
}

it("does not verify: what a head says is what its writer has sealed", async () => {
  const [bob, eve] = [await someone(), await someone()];
  const [his, hers] = [await headBy(bob, "a".repeat(64)), await headBy(eve, "b".repeat(64))];
  const message = markMessage(teamId, { memberId: eve.id, size: 3, root: "c".repeat(64), at: 0 });
  const signature = toBase64Url(await eve.signer.sign(message));
  const own = { by: eve.id, publicKey: eve.publicKey, message: toBase64Url(message), signature };
  const file = join(mkdtempSync(join(tmpdir(), "evidence-")), "evidence.json");
  const verify = (theirs: SignedBytes): string => {
    writeFileSync(file, JSON.stringify({ what: "coffer-team-log", version: 1, kind: "log_forked", team: teamId, theirs, own }));
    return execFileSync(process.execPath, ["tools/verify-evidence.mjs", file], { encoding: "utf8", stdio: "pipe" });
  };
  expect(verify(his)).toContain("entry 3");
  expect(() => verify({ ...his, head: hers.head ?? "", opener: hers.opener ?? "" })).toThrow("the head is not the signed one");
});

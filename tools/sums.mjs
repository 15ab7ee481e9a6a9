/**
 * Checksums of a folder: a file SHA256SUMS that `sha256sum -c` reads, and a signature next to it, which `openssl` verifies. So who takes a packed server to another
 * machine can see that it is the one that was packed.
 */
import { createHash, createPrivateKey, sign } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

export const SUMS = "SHA256SUMS";
export const SIGNATURE = `${SUMS}.sig`;

/** Links count as what they lead to. */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => statSync(path).isFile());

/** @param key - an Ed25519 private key as PEM; null: the checksums are not signed */
export function writeSums(folder, key = null) {
  const files = filesBelow(folder).map((path) => relative(folder, path));
  const lines = files.sort().map(
    (path) =>
      `${createHash("sha256")
        .update(readFileSync(join(folder, path)))
        .digest("hex")}  ${path}\n`,
  );
  const text = lines.join("");
  writeFileSync(join(folder, SUMS), text);
  if (key !== null) writeFileSync(join(folder, SIGNATURE), sign(null, Buffer.from(text), ed25519(key)));
}

/** @throws Error for another kind of key, before anything is signed with it */
export function ed25519(pem) {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("The key must be an Ed25519 one: openssl genpkey -algorithm ed25519 -out FILE");
  return key;
}

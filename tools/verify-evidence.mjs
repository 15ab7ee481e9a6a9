#!/usr/bin/env node
/**
 * node tools/verify-evidence.mjs FILE     Verifies a file that "Save Evidence" wrote (docs/security.md, Teams): that two people have signed different things of
 * one team's log. It uses nothing of the product, so that a reader can compare it with docs/security.md line by line.
 */
import { createDecipheriv, createHash, createHmac, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const bytesOf = (text) => Buffer.from(text, "base64url");
const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const hmac = (key, ...parts) => createHmac("sha256", key).update(Buffer.concat(parts)).digest();
const u16 = (number) => Buffer.from([number >> 8, number & 255]);
const idOf = (bytes) => bytes.toString("hex").replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
const pointOf = (size, root) => ({ size: Number(size.readBigUInt64BE()), root: root.toString("hex") });
const sized = (part) => Buffer.concat([u16(part.length), part]);
/** A label and parts, each with its length before it. */
const contextOf = (label, ...parts) =>
  Buffer.concat([Buffer.from("cf1\0"), sized(Buffer.from(label)), Buffer.from([parts.length]), ...parts.map(sized)]);

function partsOf(bytes) {
  const read = (at) => bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at));
  let at = 4 + 2 + read(4).length + 1;
  return Array.from({ length: bytes[at - 1] }, () => {
    const part = read(at);
    at += 2 + part.length;
    return part;
  });
}

/** A head is sealed: the opener is HKDF's pseudorandom key of this text, from which the commitment in it and its key are made (RFC 5869). */
function openHead(text, scopeId, seq, opener) {
  const bytes = bytesOf(text.slice(2));
  const [header, commitment, body] = [bytes.subarray(0, 7), bytes.subarray(39, 71), bytes.subarray(71)];
  const context = contextOf("head", scopeId, seq);
  const info = Buffer.concat([Buffer.from("cf1/wrap\0"), header, sha256(context)]);
  const key = hmac(opener, info, Buffer.from([1]));
  if (!hmac(opener, key, info, Buffer.from([2])).equals(commitment)) throw new Error("the opener is not of this head");
  const cipher = createDecipheriv("aes-256-gcm", key, Buffer.alloc(12));
  cipher.setAAD(Buffer.concat([header, context])).setAuthTag(body.subarray(-16));
  return Buffer.concat([cipher.update(body.subarray(0, -16)), cipher.final()]);
}

/** What kinds of statements say: of which team (null: of the one that a vault is shared with), and how far they know its log. */
const KINDS = {
  "cf1/sig/mark\0": (rest) => (([team, , size, root]) => ({ team: idOf(team), ...pointOf(size, root) }))(partsOf(rest)),
  "cf1/sig/grant\0": (rest) => {
    const parts = partsOf(rest);
    return { team: idOf(parts[2][0] === 3 ? parts[1] : parts[6]), ...pointOf(parts[10], parts[11]) };
  },
  "cf1/sig/head\0": (rest, { head, opener }) => {
    if (!sha256(Buffer.from(head)).equals(rest.subarray(60))) throw new Error("the head is not the signed one");
    const plain = openHead(head, rest.subarray(0, 16), rest.subarray(20, 28), bytesOf(opener));
    return { team: null, ...pointOf(plain.subarray(118, 126), plain.subarray(126, 158)) };
  },
  "cf1/sig/team\0": (rest) => ({ team: JSON.parse(rest).team, size: JSON.parse(rest).seq, root: sha256(rest).toString("hex") }),
};

function read(signed) {
  const message = bytesOf(signed.message);
  const [prefix, kind] = Object.entries(KINDS).find(([start]) => message.subarray(0, start.length).equals(Buffer.from(start))) ?? [];
  const x = bytesOf(signed.publicKey).subarray(1, 33).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  if (!kind || !verify(null, message, key, bytesOf(signed.signature))) throw new Error(`${signed.by} has not signed this`);
  return { ...kind(message.subarray(prefix.length), signed), by: signed.by, key: sha256(bytesOf(signed.publicKey)).toString("hex") };
}

const file = JSON.parse(readFileSync(process.argv[2], "utf8"));
const [theirs, own, shown] = [read(file.theirs), read(file.own), file.shown && read(file.shown)];
const isOfTeam = [theirs, own, shown ?? own].every(({ team }) => team === file.team || team === null) && own.team !== null;
const isFork = file.kind === "log_forked" && theirs.size === own.size && theirs.root !== own.root;
const isWithheld = file.kind === "log_withheld" && theirs.size > own.size;
const isShown = !shown || (shown.size === own.size && shown.root === own.root);
for (const { by, key, size, root } of [theirs, own]) console.log(`${by} (key ${key}) has signed: ${size} entries, the last ${root}`);
if (!isOfTeam || !isShown || !(isFork || isWithheld)) throw new Error("These statements do not contradict each other");
console.log(
  isFork ? `So entry ${own.size} of the log of team ${file.team} differs.` : `So ${theirs.size - own.size} entries were not shown.`,
);

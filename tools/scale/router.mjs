/** One address in front of several Coffers: HAProxy sends each person to the cell that has their account, by the signature of the token that they show, or by their email. */
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** As the converter of HAProxy with this name. */
const crc32 = (text) => ~Buffer.from(text).reduce((sum, byte) => CRC[(sum ^ byte) & 255] ^ (sum >>> 8), -1) >>> 0;

/** @param domains - cells of those whose people share with each other, by the part of their email behind the @ @returns the number of the cell, from 1 */
export function cellOf(email, { cells, domains }) {
  const name = email.toLowerCase();
  return domains[name.slice(name.lastIndexOf("@") + 1)] ?? (crc32(name) % cells) + 1;
}

const IN_BODY = ["tempToken", "undoToken"];

/** For each call: whose signature is on its token; else the cell of the email in it; else the first. Bodies are read only where no token is shown. */
function rulesOf(cells, domainsFile) {
  const unknown = "!{ var(txn.cell) -m found }";
  const numbered = cells.map((cell, at) => ({ ...cell, number: at + 1 }));
  return [
    "http-request set-var(txn.token) http_auth_bearer if { req.hdr(authorization) -m found }",
    "http-request wait-for-body time 10s if METH_POST !{ var(txn.token) -m found }",
    ...IN_BODY.map((name) => `http-request set-var(txn.token) req.body,json_query('$.${name}') if METH_POST !{ var(txn.token) -m found }`),
    "http-request set-var(txn.signed) var(txn.token),field(1,.,2)",
    "http-request set-var(txn.signature) var(txn.token),field(3,.)",
    // Not by jwt_verify: in HAProxy 2.6 a key from a variable ends at its first zero byte, which one in eight keys has.
    ...numbered.map(({ number, key }) => {
      const isSigned = `{ var(txn.signed),hmac(sha256,${key}),ub64enc,secure_memcmp(txn.signature) -m bool }`;
      return `http-request set-var(txn.cell) str(${number}) if ${isSigned}`;
    }),
    `http-request set-var(txn.email) req.body,json_query('$.email'),lower if METH_POST ${unknown}`,
    `http-request set-var(txn.cell) var(txn.email),regsub(^.*@,),map_str(${domainsFile}) if { var(txn.email) -m found } ${unknown}`,
    `http-request set-var(txn.cell) var(txn.email),crc32,mod(${cells.length}),add(1) if { var(txn.email) -m found } ${unknown}`,
    ...numbered.slice(1).map(({ number }) => `use_backend cell${number} if { var(txn.cell) -m str ${number} }`),
    "default_backend cell1",
  ];
}

/** @param cells - `address` of each, and `key`: with which it signs tokens, in base64 @returns the file of HAProxy */
export function routerConfig({ front, cells, domainsFile }) {
  const indented = (lines) => lines.map((line) => `  ${line}`);
  return [
    "global",
    ...indented(["maxconn 2000", "tune.bufsize 32768"]),
    "defaults",
    ...indented(["mode http", "option forwardfor", "timeout connect 2s", "timeout client 60s", "timeout server 60s"]),
    "frontend people",
    ...indented([`bind ${front}`, ...rulesOf(cells, domainsFile)]),
    ...cells.flatMap(({ address }, at) => [`backend cell${at + 1}`, `  server coffer ${address}`]),
    "",
  ].join("\n");
}

/** @returns its process, and what ends it */
export async function startRouter({ folder, port, cells, domains }) {
  const [file, domainsFile] = [join(folder, "haproxy.cfg"), join(folder, "domains.map")];
  writeFileSync(
    domainsFile,
    Object.entries(domains)
      .map((pair) => `${pair.join(" ")}\n`)
      .join(""),
  );
  // It holds the keys with which tokens are signed.
  writeFileSync(file, routerConfig({ front: `127.0.0.1:${port}`, cells, domainsFile }), { mode: 0o600 });
  const checked = spawnSync("haproxy", ["-c", "-f", file], { encoding: "utf8" });
  if (checked.error) throw new Error("Install HAProxy first: apt-get install haproxy");
  if (checked.status !== 0) throw new Error(checked.stderr);
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await untilAnswers(port);
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { stop, pid: child.pid };
}

async function untilAnswers(port) {
  for (let tries = 0; tries < 100; tries++, await sleep(100))
    if (
      await fetch(`http://127.0.0.1:${port}/api/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  throw new Error("The router does not answer.");
}

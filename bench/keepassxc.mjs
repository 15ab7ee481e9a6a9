/**
 * `keepassxc-cli ls` over the same items: what a program of the desktop takes from its password to its list. The file is KDBX 4 (AES-256, gzip) with the Argon2id of our own keys:
 * version 1.3, 64 MiB, 3 passes, 1 lane (packages/crypto/src/derive.ts). Two runs of PBKDF2 follow in ours, which no KDBX file can ask for.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import kdbxweb from "kdbxweb";
import { argon2Here } from "../packages/crypto/dist/argon2.js";
import { install } from "../tools/browser.mjs";
import { time } from "./measure.mjs";
import { candidates } from "./sample-items.mjs";
import { PASSWORD } from "./world.mjs";

const [MEMORY_KIB, PASSES] = [65_536, 3];
const KIB = 1_024;
const PLACES = [process.env.COFFER_KEEPASSXC, "/usr/bin/keepassxc-cli"];

const findProgram = () => PLACES.find((path) => path && existsSync(path));

/** Debian's package where it is missing. */
function programHere() {
  if (!findProgram()) install("keepassxc", "KeePassXC", "COFFER_KEEPASSXC");
  return findProgram();
}

/** @returns the bytes of a file with the items in its first group, where `ls` lists them */
async function kdbxOf(count) {
  kdbxweb.CryptoEngine.setArgon2Impl(async (password, salt, memoryKiB, passes) =>
    argon2Here({ password: new Uint8Array(password), salt: new Uint8Array(salt), memoryKiB, passes }),
  );
  const credentials = new kdbxweb.Credentials(kdbxweb.ProtectedValue.fromString(PASSWORD));
  const file = kdbxweb.Kdbx.create(credentials, "Bench");
  file.setKdf(kdbxweb.Consts.KdfId.Argon2id);
  const { kdfParameters } = file.header;
  kdfParameters.set("M", kdbxweb.VarDictionary.ValueType.UInt64, kdbxweb.Int64.from(MEMORY_KIB * KIB));
  kdfParameters.set("I", kdbxweb.VarDictionary.ValueType.UInt64, kdbxweb.Int64.from(PASSES));
  kdfParameters.set("P", kdbxweb.VarDictionary.ValueType.UInt32, 1);
  for (const { name, fields } of candidates(count)) {
    const entry = file.createEntry(file.getDefaultGroup());
    entry.fields.set("Title", name);
    entry.fields.set("UserName", fields.username ?? "");
    entry.fields.set("URL", fields.website_url ?? "");
    entry.fields.set("Password", kdbxweb.ProtectedValue.fromString(fields.password ?? ""));
  }
  return new Uint8Array(await file.save());
}

/** @returns how many lines it printed */
async function list(program, path) {
  const child = spawn(program, ["ls", "--quiet", path], { stdio: ["pipe", "pipe", "ignore"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece) => {
    text += piece;
  });
  const ended = new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
  child.stdin.end(`${PASSWORD}\n`);
  await ended;
  return text.split("\n").filter(Boolean).length;
}

/** @returns milliseconds of each run but the first, from the start of the program to its end */
export async function timeKeePassXC(items, runs) {
  const program = programHere();
  const folder = mkdtempSync(join(tmpdir(), "coffer-bench-"));
  try {
    const path = join(folder, "bench.kdbx");
    writeFileSync(path, await kdbxOf(items));
    const times = [];
    for (let run = -1; run < runs; run++) {
      const { ms, result } = await time(() => list(program, path));
      if (result < items) throw new Error(`keepassxc-cli listed ${result} of ${items} items`);
      if (run >= 0) times.push(ms);
    }
    return times;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

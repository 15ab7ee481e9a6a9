/** Backups that are sealed for a key of the operator's: what opens one, what is said of every other, and whether a change is noticed with and without the key. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../config.ts";
import { testConfig } from "../testing/config.ts";
import { checkBackup, endLine, headerLine } from "./backup-file.ts";
import { isSealedName, nameAt, removeSuperfluous, superfluous, unverified } from "./backup-folder.ts";
import { damagedIn, readKept } from "./kept-backups.ts";
import { draftOf, isSealed, openSealed, readIdentity, seal, sumOf } from "./sealed.ts";
import { keyOf } from "./told.ts";

const home = mkdtempSync(join(tmpdir(), "coffer-sealed-"));
afterAll(() => rmSync(home, { recursive: true }));

const key = keyOf(testConfig(home));
const AT = new Date("2026-11-25T02:30:00Z");
let identity: string;
let recipient: string;
beforeAll(async () => {
  identity = await generateIdentity();
  recipient = await identityToRecipient(identity);
});

/** Of two pieces of the format, so that an end at the border of one can be tried. */
function text(): Buffer {
  const all = `${headerLine({ version: "0.1.0", schema: 1, at: AT.toISOString() })}${"a row\n".repeat(15_000)}`;
  return Buffer.from(`${all}${endLine(key, {}, createHash("sha256").update(all).digest("hex"))}`);
}

/** A folder of backups with a sealed one in it. */
async function sealedOne(bytes: Uint8Array = gzipSync(text())) {
  const config = { ...testConfig(mkdtempSync(join(home, "data-"))), backupDir: mkdtempSync(join(home, "backups-")) };
  const path = join(config.backupDir, nameAt(AT, true));
  const draft = draftOf(config.dataDir, path);
  writeFileSync(draft, bytes);
  await seal(draft, path, recipient);
  return { config, path, draft };
}

const changed = (path: string, change: (bytes: Buffer) => Uint8Array): string => {
  writeFileSync(`${path}.changed`, change(readFileSync(path)));
  return `${path}.changed`;
};
const flipped = (at: number) => (bytes: Buffer) => {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
};

describe("a sealed backup", () => {
  it.each([["compressed", gzipSync(text())] as const, ["as text", text()] as const])(
    "%s is opened by its key, and by no other",
    async (_, bytes) => {
      const { path } = await sealedOne(bytes);
      expect([await isSealed(path), readFileSync(path).includes("Coffer backup")]).toEqual([true, false]);
      expect(await checkBackup(path, key, identity)).toMatchObject({ header: { version: "0.1.0" } });
      await expect(checkBackup(path, key)).rejects.toThrow(
        "This backup is sealed. Say which file has the key that opens it: --identity FILE",
      );
      await expect(checkBackup(path, key, await generateIdentity())).rejects.toThrow(
        "does not open this backup: it was sealed for another one",
      );
      await expect(checkBackup(path, key, `${identity.slice(0, -1)}X`)).rejects.toThrow("is not complete, or misspelt");
      await expect(checkBackup(path, Buffer.alloc(32, 1), identity)).rejects.toThrow("another SERVER_SECRET");
    },
  );

  it("that was changed in any place is refused with the key", async () => {
    const { path } = await sealedOne(text());
    const taken: number[] = [];
    const { length } = readFileSync(path);
    for (let at = 0; at < length; at += at < 300 ? 11 : 9_001)
      await checkBackup(changed(path, flipped(at)), key, identity).then(
        () => taken.push(at),
        () => undefined,
      );
    expect(taken).toEqual([]);
  });

  it("that was cut off, also at the border of a piece, is refused, and so is one with more than it should have", async () => {
    const { path } = await sealedOne(text());
    const bytes = readFileSync(path);
    const head = bytes.indexOf("\n", bytes.indexOf("\n--- ") + 1) + 1 + 16;
    for (const length of [bytes.length - 1, head + 65_552, head + 100, head])
      await expect(
        checkBackup(
          changed(path, (all) => all.subarray(0, length)),
          key,
          identity,
        ),
      ).rejects.toThrow("damaged or cut off");
    await expect(
      checkBackup(
        changed(path, (all) => Buffer.concat([all, all.subarray(0, 9)])),
        key,
        identity,
      ),
    ).rejects.toThrow("damaged");
  });

  it("is read every hour without the key: a changed bit is told, and so is a checksum that is gone", async () => {
    const { config, path } = await sealedOne();
    const name = basename(path);
    expect(await readKept({ config })).toEqual({ text: `${name}: It is what was written.`, isGood: true });
    writeFileSync(path, flipped(0)(readFileSync(path)));
    expect((await readKept({ config })).isGood).toBe(false);
    expect(damagedIn(config)).toEqual([expect.stringContaining(`${name}: This backup is damaged`)]);
    writeFileSync(path, flipped(0)(readFileSync(path)));
    expect((await readKept({ config })).isGood).toBe(true);
    rmSync(sumOf(path));
    expect((await readKept({ config })).text).toBe(`${name}: The file with its checksum, ${name}.sha256, is gone.`);
  });

  it("is never written over another, and leaves nothing where that fails", async () => {
    const { config, path, draft } = await sealedOne();
    await expect(seal(draft, path, recipient)).rejects.toThrow("exists already");
    await expect(seal(`${draft}.gone`, `${path}.other`, recipient)).rejects.toThrow("ENOENT");
    expect(readdirSync(config.backupDir).sort()).toEqual([basename(path), `${basename(path)}.sha256`]);
  });

  it("of Debian's age 1.1.1 is opened", async () => {
    const theirs = join(home, "theirs.age");
    const bytes =
      "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSB4am1QZ0gzWk9ZT2xHSGRMU0c2N0lnT2ZBS0cyMW5NOVZGNUlza3kzdW1ZCnJOd292V0RNOUxLS1IzOTFyOXBEc05JUW41Y2xsVFAxU2tmWXFMSHd4V1UKLS0tIGh6M05DTS9sZHNKWGhyeEtBZ0g3V3ZwUjl5WlBoR2hwTlhvN3ZaUkplOFkKXNINVzU1lxRNgYGvizs2Vqqp77HUiHcU/D/w6K8Is1IBbBMu5SSkqKVqK2GeVjW/qwOeJg==";
    writeFileSync(theirs, Buffer.from(bytes, "base64"));
    const pieces: Buffer[] = [];
    for await (const piece of openSealed(theirs, "AGE-SECRET-KEY-1S4ZRFZ98LT8XDPR57QEN8QVFF48EAD6HZMP8U8JHUR78VDURMYNSMU8HHD"))
      pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe("sealed by age 1.1.1\n");
  });
});

describe("the folder of sealed backups", () => {
  it("keeps the same ones as before there was a key, and a checksum goes with its backup", async () => {
    const { config, path } = await sealedOne();
    const folder = config.backupDir;
    const days = Array.from({ length: 60 }, (_, back) => new Date(AT.getTime() - (back + 1) * 86_400_000));
    const [plain, sealed] = [false, true].map((is) => days.map((at) => nameAt(at, is)));
    expect(superfluous(sealed ?? [])).toEqual(superfluous(plain ?? []).map((name) => `${name}.age`));
    for (const name of sealed ?? []) for (const of of [name, sumOf(name)]) writeFileSync(join(folder, of), "");
    // One that could not be verified, and checksums of files that were never finished: an old one, and one of now.
    for (const name of [nameAt(new Date(AT.getTime() - 1), true), nameAt(new Date(AT.getTime() - 2000), true)])
      for (const of of [unverified(name), sumOf(unverified(name))]) writeFileSync(join(folder, of), "");
    writeFileSync(join(folder, sumOf(nameAt(new Date(AT.getTime() - 86_000_000), true))), "");
    const now = nameAt(new Date(AT.getTime() + 1000), true);
    writeFileSync(join(folder, sumOf(now)), "");
    removeSuperfluous(folder, AT.toISOString(), AT.getTime() + 2000);
    const left = readdirSync(folder);
    expect(left.filter((name) => !name.endsWith(".sha256") && !left.includes(sumOf(name)))).toEqual([]);
    expect(left.filter((name) => name.endsWith(".sha256") && !left.includes(name.replace(".sha256", "")))).toEqual([sumOf(now)]);
    expect(left.filter((name) => name.endsWith(".unverified"))).toHaveLength(1);
    // 7 days, the Sundays of two earlier weeks, and the last days of two months.
    expect([existsSync(path), left.filter(isSealedName).length]).toEqual([true, 11]);
  });

  it("is never given what is not sealed: drafts are in DATA_DIR, and those of a process that was killed go", () => {
    const dataDir = mkdtempSync(join(home, "drafts-"));
    const [old, young] = [draftOf(dataDir, "/backups/a.backup.gz.age"), draftOf(dataDir, "/backups/a.backup.gz.age")];
    for (const path of [old, young]) writeFileSync(path, "");
    const before = Date.now() / 1000 - 7 * 3600;
    utimesSync(old, before, before);
    draftOf(dataDir, "/backups/b.backup");
    expect([old.startsWith(join(dataDir, "unsealed")), existsSync(old), existsSync(young)]).toEqual([true, false, true]);
  });
});

describe("keys", () => {
  it("are read from a file as age-keygen writes it, and never quoted", () => {
    const path = join(home, "key.txt");
    writeFileSync(path, `# created: 2026-12-01\n# public key: ${recipient}\n${identity}\n`);
    expect(readIdentity(path)).toBe(identity);
    writeFileSync(path, `${recipient}\n`);
    expect(() => readIdentity(path)).toThrow("holds no key: one is a line that begins with AGE-SECRET-KEY-1");
    expect(() => readIdentity(join(home, "none"))).toThrow("could not be read (ENOENT)");
  });

  it("of the server's settings are public ones without a slip", () => {
    const read = (text: string) => loadConfig({ DATA_DIR: mkdtempSync(join(home, "config-")), BACKUP_RECIPIENT: text }).backupRecipient;
    expect([read(recipient), read("")]).toEqual([recipient, null]);
    const slip = recipient.endsWith("q") ? "p" : "q";
    for (const wrong of [identity, `${recipient.slice(0, -1)}${slip}`, "age1", "ssh-ed25519 AAAA", `${recipient}q`])
      expect(() => read(wrong)).toThrow("BACKUP_RECIPIENT must be a public key that begins with age1");
  });
});

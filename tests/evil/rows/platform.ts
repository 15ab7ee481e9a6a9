/** What the client depends on: the person's choices, the platform's randomness, the connection, data from others, and the slow hash. */
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { generateAccount } from "../../../packages/client/src/account/new-account.ts";
import { memoryKeyStore, memoryRecordStore, openClient } from "../../../packages/client/src/index.ts";
import { siteHost } from "../../../packages/core/src/items/display.ts";
import { parseWebAddress } from "../../../packages/core/src/items/item.ts";
import { checkGuessable } from "../../../packages/core/src/passwords/guessable.ts";
import { readImport } from "../../../packages/core/src/transfer/import.ts";
import { context, deriveCredentials, generateKey, randomBytes, toHex, u32, utf8, wrap } from "../../../packages/crypto/src/index.ts";
import type { Row } from "../row.ts";

const BINDING = { purpose: "vaultKey", epoch: 1, context: context("vault-key", u32(1)) } as const;
const ROOT = new URL("../../../", import.meta.url);

/** Path and text of every source below these folders, without tests. */
function sourcesOf(...folders: readonly string[]): (readonly [path: string, text: string])[] {
  return folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.includes(".test.") && !name.startsWith("testing"))
      .map((name) => [`${folder}/${name}`, readFileSync(new URL(`${folder}/${name}`, ROOT), "utf8")] as const),
  );
}

/** In the form of the client's own rules, without a server. */
const unit = (attack: string, does: string, run: () => Promise<void>, answer: string): Row => ({
  attack,
  does,
  answer,
  onlyReads: true,
  run,
});

/** Twelve addresses that a browser or a system would act on. */
const SCHEMES = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "file:///etc/passwd",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "ms-msdt:/id",
  "blob:https://bank.example/1",
  "filesystem:https://bank.example/temporary/x",
  "about:blank",
  "chrome-extension://abcdef/page.html",
  "tel:+4112345",
];

/** The patterns of the estimate come from a worker; the most common passwords are refused without them. */
const GUESSABLE = [
  ["Password-123!", 1],
  ["Liverpool1!", 2],
  ["Summer-2026-Zurich!", 2],
  ["x-ann.lee-77!X", 4],
  ["ANN.LEE-is-here-9!", 4],
  ["my-cOFFer-Harbour-77!", 4],
  ["Coffer", null],
] as const;

export const PLATFORM: readonly Row[] = [
  unit(
    "35",
    "a person chooses a guessable master password",
    async () => {
      for (const [password, score] of GUESSABLE)
        expect(checkGuessable(password, "ann.lee@example.com", score === null ? null : { score, reason: "" })).toMatch(
          /^(This|Your) password/,
        );
      for (const score of [3, 4])
        expect(checkGuessable("Planet-Harbour-Nettle-77!", "ann.lee@example.com", { score, reason: "" })).toBeNull();
    },
    "the form says why, and the person chooses another",
  ),
  unit(
    "34",
    "an attacker gives Ann an address that runs code or reads files",
    async () => {
      for (const address of SCHEMES) expect([address, parseWebAddress(address), siteHost(address)]).toEqual([address, null, ""]);
    },
    "no such address is opened",
  ),
  {
    attack: "34",
    does: "an attacker gives Ann a file to import whose logins lead to twelve such addresses",
    answer: "the import keeps them as they are written, and none of them opens",
    run: async ({ ann, secret }) => {
      const name = secret("lure");
      const rows = SCHEMES.map((address) => `Made in the attack,"${address}",user,${name},`);
      const { candidates } = readImport({ sourceId: "chrome", text: `name,url,username,password,note\n${rows.join("\n")}\n` });
      const fileText = rows.join("\n");
      await ann.client.transfer.run({ sourceId: "chrome", fileText, candidates, onProgress: () => undefined });
      const { items } = await ann.client.vault.pull();
      const lures = await Promise.all(
        items.filter(({ fields }) => fields.title === "Made in the attack").map(({ id }) => ann.client.vault.open({ id })),
      );
      expect(lures).toHaveLength(SCHEMES.length);
      for (const { fields } of lures) {
        const address = fields.website_url ?? "";
        expect([address, parseWebAddress(address), siteHost(address)]).toEqual([address, null, ""]);
      }
      await ann.client.vault.remove({ ids: lures.map(({ id }) => id) });
      await ann.client.vault.purge({ ids: lures.map(({ id }) => id) }).catch(() => undefined);
    },
  },
  unit(
    "31",
    "hopes that a long password becomes a key without being hashed",
    async () => {
      for (const length of [32, 64, 128]) {
        const password = "k".repeat(length);
        const { authKey, encryptionKey } = await deriveCredentials({ password, email: "a@example.com", salt: randomBytes(16), kdfId: 1 });
        const halves = [password.slice(0, 32), password.slice(32, 64)].map((half) => Buffer.from(half).toString("hex"));
        for (const half of halves.filter(Boolean)) expect([authKey, toHex(encryptionKey)]).not.toContain(half);
        for (let from = 0; from + 16 <= length; from += 8) {
          const part = toHex(utf8(password.slice(from, from + 32)));
          expect(`${authKey}\n${toHex(encryptionKey)}`).not.toContain(part);
        }
        expect(authKey).not.toBe(toHex(encryptionKey));
      }
    },
    "it is hashed like any other",
  ),
  unit(
    "31, 36",
    "searches the sources of the client for a way past the slow hash",
    async () => {
      const users = sourcesOf("packages/client/src", "packages/crypto/src").filter(([, text]) => /utf8\([^)]*password/i.test(text));
      expect(users.map(([file]) => file)).toEqual(["packages/crypto/src/derive.ts"]);
      const [[, derive] = ["", ""]] = users;
      expect(derive.match(/utf8\(password/g)).toHaveLength(1);
      expect(derive).toContain('argon2id(utf8(password.normalize("NFKC")), salt, ARGON2_MEMORY_KIB, ARGON2_PASSES)');
      expect(derive).toMatch(/^const ARGON2_MEMORY_KIB = 65_536;\nconst ARGON2_PASSES = 3;$/m);
    },
    "a password becomes bytes in one place, and from there goes into Argon2id with 64 MiB and three passes",
  ),
  unit(
    "56",
    "has a new account made of random bytes that repeat",
    async () => {
      const form = { email: "a@example.com", password: "k".repeat(20), hint: null };
      const deps = { keys: memoryKeyStore(), now: () => 0 };
      for (const random of [(length: number) => new Uint8Array(length), (length: number) => new Uint8Array(length).fill(9)])
        await expect(generateAccount({ ...deps, random }, form)).rejects.toThrow("repeats itself");
    },
    "it makes none",
  ),
  unit(
    "56",
    "is at an address without encryption, where others on the way can read and answer",
    async () => {
      const asked: unknown[] = [];
      const fetch = async (url: unknown) => {
        asked.push(url);
        return Response.json({ success: true });
      };
      const platform = { keys: memoryKeyStore(), records: memoryRecordStore(), device: "d", estimateStrength: async () => null };
      const at = (origin: string) => openClient({ ...platform, origin, fetch });
      const typed = { email: "a@example.com", password: "Correct-Horse-1!" };
      for (const origin of [
        "http://vault.example.com",
        "http://192.168.1.7:3000",
        "http://127.0.0.1.evil.example",
        "http://localhost.evil.example",
      ])
        await expect(at(origin).account.login(typed)).rejects.toMatchObject({ name: "ClientError" });
      expect(asked).toEqual([]);
      for (const origin of ["https://vault.example.com", "http://127.0.0.1:3000", "http://localhost:3000", "http://[::1]:3000"])
        await at(origin)
          .serverStatus()
          .catch(() => undefined);
      expect(asked).toHaveLength(4);
    },
    "it is told nothing",
  ),
  unit(
    "56",
    "gives the client random bytes that repeat",
    async () => {
      const repeating = (length: number) => new Uint8Array(length).fill(9);
      const key = generateKey();
      const one = await wrap({ ...BINDING, key, bytes: key, random: repeating });
      expect(one).toBe(await wrap({ ...BINDING, key, bytes: key, random: repeating })); // so they must be the platform's
      expect(new Set(Array.from({ length: 1_000 }, () => toHex(randomBytes(12)))).size).toBe(1_000);
    },
    "it takes none: all randomness is the platform's",
  ),
];

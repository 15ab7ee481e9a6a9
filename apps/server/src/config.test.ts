import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadConfig } from "./config.ts";
import { warningsOf } from "./config-warnings.ts";
import { SETTINGS } from "./settings.ts";

const home = mkdtempSync(join(tmpdir(), "coffer-config-"));
const folder = (): string => mkdtempSync(join(home, "data-"));
afterAll(() => rmSync(home, { recursive: true }));

describe("configuration", () => {
  it("starts with nothing set", () => {
    const DATA_DIR = folder();
    expect(loadConfig({ DATA_DIR })).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: null,
      databaseUrl: null,
      trustedProxy: [],
      dataDir: DATA_DIR,
    });
  });

  it.each<readonly [name: string, value: string, message: string]>([
    ["PORT", "70000", "PORT must be a number from 0 to 65535."],
    ["PORT", "http", "PORT must be a number from 0 to 65535."],
    ["HOST", "a b", "HOST must be a host name or an IP address."],
    ...["http://leaks.example/range/", "https://leaks.example/range", "https://leaks.example/range/?q=", "leaks"].map(
      (wrong) =>
        [
          "BREACH_CHECK_URL",
          wrong,
          "BREACH_CHECK_URL must be an https address that ends with a slash, like https://leaks.example.com/range/.",
        ] as const,
    ),
    ["PUBLIC_URL", "vault.example.com", "PUBLIC_URL must be an http or https address without a path, like https://vault.example.com."],
    ["TRUSTED_PROXY", "proxy.internal", "TRUSTED_PROXY must be addresses or ranges divided by commas, like 127.0.0.1, 10.0.0.0/8."],
    ["TRUSTED_PROXY", "10.0.0.0/33", "TRUSTED_PROXY must be addresses or ranges divided by commas, like 127.0.0.1, 10.0.0.0/8."],
    ["TRUSTED_PROXY", "0.0.0.0/0", "TRUSTED_PROXY must be addresses or ranges divided by commas, like 127.0.0.1, 10.0.0.0/8."],
    ["DATABASE_URL", "mysql://host/x", "DATABASE_URL must be a PostgreSQL address, like postgres://user:password@host/database."],
    ["SMTP_URL", "mail.example.com", "SMTP_URL must be an SMTP address, like smtps://user:password@host."],
    ["STOP_SECONDS", "301", "STOP_SECONDS must be a number of seconds from 0 to 300."],
    ["MAIL_FROM", "nobody", "MAIL_FROM must be an email address, like Coffer <coffer@example.com>."],
    ["SERVER_SECRET", "short", "SERVER_SECRET must be at least 32 characters long."],
  ])("refuses a wrong %s with one message that does not repeat it", (name, value, message) => {
    expect(() => loadConfig({ DATA_DIR: folder(), [name]: value })).toThrow(message);
  });

  it("takes a list of trusted proxies", () => {
    expect(loadConfig({ DATA_DIR: folder(), TRUSTED_PROXY: "127.0.0.1, ::1,10.0.0.0/8" }).trustedProxy).toEqual([
      "127.0.0.1",
      "::1",
      "10.0.0.0/8",
    ]);
  });

  it("refuses a data folder that cannot be one", () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    expect(() => loadConfig({ DATA_DIR: join(file, "data") })).toThrow(
      "DATA_DIR must be a folder that this program can create and write to.",
    );
  });

  it("makes the server secret once, readable by its account alone", () => {
    const DATA_DIR = folder();
    const { serverSecret } = loadConfig({ DATA_DIR });
    expect(serverSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(loadConfig({ DATA_DIR }).serverSecret).toBe(serverSecret);
    expect(statSync(join(DATA_DIR, "server-secret")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(DATA_DIR, "server-secret"), "utf8").trim()).toBe(serverSecret);
  });

  it("refuses DATABASE_URL without SERVER_SECRET, and does not make one", () => {
    const env = { DATA_DIR: folder(), DATABASE_URL: "postgres://localhost/coffer" };
    expect(() => loadConfig(env)).toThrow("SERVER_SECRET must be set together with DATABASE_URL");
    expect(readdirSync(env.DATA_DIR)).toEqual([]);
    expect(loadConfig({ ...env, SERVER_SECRET: "x".repeat(32) })).toMatchObject({ serverSecret: "x".repeat(32) });
  });

  it("makes no new secret for a database whose secret is gone", () => {
    const DATA_DIR = folder();
    mkdirSync(join(DATA_DIR, "postgres"));
    expect(() => loadConfig({ DATA_DIR })).toThrow("SERVER_SECRET must be set: DATA_DIR holds a database, and the file server-secret");
    expect(readdirSync(DATA_DIR)).toEqual(["postgres"]);
  });

  it.each(["/proc/coffer/data", "/dev/null/data"])("refuses a data folder below %s, and ends", (DATA_DIR) => {
    expect(() => loadConfig({ DATA_DIR })).toThrow("DATA_DIR must be a folder that this program can create and write to.");
  });

  it("makes a data folder with those above it", () => {
    const DATA_DIR = join(folder(), "a", "b");
    loadConfig({ DATA_DIR });
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o711);
  });

  it("has a line of help for every variable", () => {
    for (const { help } of Object.values(SETTINGS)) expect(help).toMatch(/^[A-Z].*\.$/);
  });
});

describe("a warning", () => {
  it.each([
    ["DATABSE_URL", "DATABASE_URL"],
    ["COFFER_PORT", "PORT"],
    ["COFFER_SMTP_URI", "SMTP_URL"],
    ["public_url", "PUBLIC_URL"],
    ["TRUST_PROXY", "TRUSTED_PROXY"],
  ])("is given for %s, which is not %s", (name, known) => {
    expect(warningsOf({ [name]: "x" })).toEqual([`${name} is not a setting; the setting is called ${known}.`]);
  });

  it("is given for a name with our prefix that is like none of the settings", () => {
    expect(warningsOf({ COFFER_COLOUR: "red" })).toEqual(["COFFER_COLOUR is not a setting: docs/operations.md has them all."]);
  });

  it.each(["http://vault.lan", "http://192.168.1.5:3000"])("is given for %s, where browsers give no keys", (PUBLIC_URL) => {
    expect(warningsOf({ PUBLIC_URL })).toEqual([
      `PUBLIC_URL is not secure: browsers give pages their keys only over https or on localhost, so no one could sign in at ${PUBLIC_URL}.`,
    ]);
  });

  it("is not given for variables of other programs, nor for a secure address", () => {
    const env = { HOSTNAME: "a", SORT: "b", PATH: "c", XDG_DATA_DIRS: "d", MAIL: "e", PORT: "1", HOST: "f" };
    for (const PUBLIC_URL of [
      "https://vault.lan",
      "http://localhost:3000",
      "http://127.0.0.1",
      "http://[::1]:80",
      "http://a.localhost",
      "",
    ])
      expect(warningsOf({ ...env, PUBLIC_URL })).toEqual([]);
  });
});

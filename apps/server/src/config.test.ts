import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadConfig, SETTINGS } from "./config.ts";

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

  it.each([
    ["PORT", "70000", "PORT must be a number from 0 to 65535."],
    ["PORT", "http", "PORT must be a number from 0 to 65535."],
    ["HOST", "a b", "HOST must be a host name or an IP address."],
    ["PUBLIC_URL", "vault.example.com", "PUBLIC_URL must be an http or https address without a path, like https://vault.example.com."],
    ["TRUSTED_PROXY", "proxy.internal", "TRUSTED_PROXY must be addresses or ranges divided by commas, like 127.0.0.1, 10.0.0.0/8."],
    ["TRUSTED_PROXY", "10.0.0.0/33", "TRUSTED_PROXY must be addresses or ranges divided by commas, like 127.0.0.1, 10.0.0.0/8."],
    ["TRUSTED_PROXY", "0.0.0.0/0", "TRUSTED_PROXY must be addresses or ranges divided by commas, like 127.0.0.1, 10.0.0.0/8."],
    ["DATABASE_URL", "mysql://host/x", "DATABASE_URL must be a PostgreSQL address, like postgres://user:password@host/database."],
    ["SMTP_URL", "mail.example.com", "SMTP_URL must be an SMTP address, like smtps://user:password@host."],
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
    expect(() => loadConfig({ DATA_DIR: join(file, "data") })).toThrow("DATA_DIR must be a folder that this program may create and write.");
  });

  it("makes the server secret once, readable by its account alone", () => {
    const DATA_DIR = folder();
    const { serverSecret } = loadConfig({ DATA_DIR });
    expect(serverSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(loadConfig({ DATA_DIR }).serverSecret).toBe(serverSecret);
    expect(statSync(join(DATA_DIR, "server-secret")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(DATA_DIR, "server-secret"), "utf8").trim()).toBe(serverSecret);
  });

  it("has a line of help for every variable", () => {
    for (const { help } of Object.values(SETTINGS)) expect(help).toMatch(/^[A-Z].*\.$/);
  });
});

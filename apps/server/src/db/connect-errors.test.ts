import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigError } from "../config.ts";
import { silentLog } from "../log.ts";
import { newDatabase, type TestDatabase } from "../testing/databases.ts";
import { openDatabase } from "./connect.ts";
import { connectionProblem } from "./connect-errors.ts";

const role = `r${randomBytes(6).toString("hex")}`;
let database: TestDatabase;
let admin: Client;
let accessRules: string;
beforeAll(async () => {
  database = await newDatabase();
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  await admin.query(`create role ${role} login password 'right'`);
  accessRules = ((await admin.query("show hba_file")).rows[0] as { hba_file: string }).hba_file;
  // The first line that fits counts.
  writeFileSync(accessRules, `local all ${role} scram-sha-256\n${readFileSync(accessRules, "utf8")}`);
  await admin.query("select pg_reload_conf()");
});
afterAll(async () => {
  writeFileSync(accessRules, readFileSync(accessRules, "utf8").split("\n").slice(1).join("\n"));
  await admin.query("select pg_reload_conf()");
  await admin.query(`drop role ${role}`);
  await admin.end();
  await database.drop();
});

const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};
const as = (name: string, password: string) => (url: URL) => Object.assign(url, { username: name, password });

describe("a database that cannot be used is refused with the cause and its code:", () => {
  it.each<[string, () => string]>([
    ["nothing listens at that host and port (ECONNREFUSED)", () => "postgres://ann:geheim@127.0.0.1:1/coffer"],
    ["its host is not known (ENOTFOUND)", () => "postgres://ann:geheim@nowhere.invalid/coffer"],
    ["there is no such socket (ENOENT)", () => changed((url) => url.searchParams.set("host", "/nowhere"))],
    ["it does not take the password (28P01)", () => changed(as(role, "geheim"))],
    ["it does not let this role in from here, or not without TLS (28000)", () => changed(as("nobody_of_that_name", "geheim"))],
    ["it has no database of that name (3D000)", () => changed((url) => Object.assign(url, { pathname: "/elsewhere" }))],
    ["it offers no TLS, which the address asks for (no-tls)", () => changed((url) => url.searchParams.set("sslmode", "require"))],
  ])("%s", async (cause, databaseUrl) => {
    await expect(openDatabase({ databaseUrl: databaseUrl(), dataDir: "/nowhere" }, silentLog)).rejects.toThrow(
      new ConfigError(`DATABASE_URL must be the address of a PostgreSQL server that answers and accepts the login: ${cause}.`),
    );
  });

  it.each([
    ["its TLS certificate is not trusted", "DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"],
    ["its TLS certificate is not trusted", "ERR_TLS_CERT_ALTNAME_INVALID", "Host: ann. is not in the cert's altnames"],
    ["a pooler in front of it refuses the connection", "08P01", "unsupported startup parameter: statement_timeout"],
    ["it does not answer in time", "time-out", "timeout exceeded when trying to connect"],
    [
      "it asks for a password, and the address has none",
      "no-password",
      "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string",
    ],
    ["it cannot be used", "XX000", "secret words"],
  ])("%s (%s)", (cause, code, message) => {
    const error = Object.assign(new Error(message), /^[A-Z0-9]/.test(code) && { code });
    expect(connectionProblem(error).message).toMatch(new RegExp(`: ${cause} \\(${code}\\)\\.$`));
  });
});

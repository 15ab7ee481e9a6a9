import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ConfigError } from "../config.ts";
import { startEmbedded } from "./embedded.ts";
import { socketPlaces } from "./socket-place.ts";
import { DamagedClusterError, startProblem } from "./start-problem.ts";

const dataDir = mkdtempSync(join(tmpdir(), "coffer-embedded-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

it("a database of another major version is refused with instructions to migrate it, and stays as it is", async () => {
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "17\n");
  await expect(startEmbedded(dataDir)).rejects.toThrow(
    /^DATA_DIR holds a database of PostgreSQL 17, and this version of Coffer brings PostgreSQL \d\d\. Nothing was changed\. .*"Another PostgreSQL"/,
  );
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(["PG_VERSION"]);
  // The folder is free for another try.
  await expect(startEmbedded(dataDir)).rejects.toThrow("PostgreSQL 17");
});

it("a start on a full disk fails with one sentence, any other with what PostgreSQL said", () => {
  const said = 'LOG:  redo starts at 0/174B2C0\nFATAL:  could not write to file "pg_wal/xlogtemp.16518": No space left on device';
  expect(startProblem("PostgreSQL did not start", said)).toEqual(
    new ConfigError("DATA_DIR is on a full disk: the database has no space to start. Free some space and start again; nothing is lost."),
  );
  expect(startProblem("PostgreSQL did not start", "FATAL:  out of memory").message).toBe("PostgreSQL did not start: FATAL:  out of memory");
});

it.each([
  'postgres: could not find the database system\nExpected to find it in the directory "/srv/data/postgres",\nbut could not open file "/srv/data/postgres/global/pg_control": No such file or directory',
  "PANIC:  could not locate a valid checkpoint record at 0/1550098",
  "FATAL:  incorrect checksum in control file",
  'FATAL:  could not open file "base/5/PG_VERSION": No such file or directory',
])("a damaged cluster says which command puts a backup in its place: %j", (said) => {
  const problem = startProblem("PostgreSQL did not start", said);
  expect(problem).toBeInstanceOf(DamagedClusterError);
  expect(problem.message).toContain("npm run restore -- FILE --replace");
});

describe("the socket", () => {
  const home = mkdtempSync(join(tmpdir(), "coffer-embedded-"));
  afterAll(() => rmSync(home, { recursive: true }));

  it("is in DATA_DIR, where a command finds it that has another temporary folder; what a killed server left there goes", async () => {
    const left = join(home, "socket-abcDE1");
    mkdirSync(left);
    const started = await startEmbedded(home);
    expect([dirname(started.socketDir), existsSync(left)]).toEqual([home, false]);
    await started.stop();
    expect(readdirSync(home).filter((name) => name.startsWith("socket-"))).toEqual([]);
  });

  it("of a DATA_DIR with a path of more bytes than a socket may have is in the folder of the service, or the temporary one", async () => {
    const long = join(home, "ü".repeat(60));
    mkdirSync(long);
    expect(socketPlaces({ account: null, data: join(long, "postgres") })).toEqual([tmpdir(), "/tmp"]);
    const started = await startEmbedded(long);
    expect(dirname(started.socketDir)).toBe(tmpdir());
    await started.stop();
  });

  it.each([
    [79, true],
    [80, false],
  ])("with a DATA_DIR of %i bytes is there: %s", (bytes, isThere) => {
    const path = `/${"d".repeat(bytes - 1)}`;
    expect(socketPlaces({ account: null, data: join(path, "postgres") }).includes(path)).toBe(isThere);
  });
});

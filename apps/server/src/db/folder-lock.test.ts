import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { lockFile, lockFolder } from "./folder-lock.ts";

const home = mkdtempSync(join(tmpdir(), "coffer-lock-"));
const path = join(home, "one.lock");
const PATH = process.env.PATH;
afterEach(() => {
  process.env.PATH = PATH;
});
afterAll(() => rmSync(home, { recursive: true }));

/** A machine that has these programs and no others. */
function machineWith(...programs: readonly string[]): void {
  const bin = mkdtempSync(join(home, "bin-"));
  for (const program of programs)
    symlinkSync(execFileSync("which", [program], { encoding: "utf8", env: { PATH } }).trim(), join(bin, program));
  process.env.PATH = bin;
}

describe.each(["flock", "perl"])("a lock, on a machine with %s", (program) => {
  it("is exclusive until it is given back", () => {
    machineWith(program);
    const lock = lockFile(path);
    expect(lockFile(path)).toBeNull();
    expect(lockFile(path, "shared")).toBeNull();
    lock?.release();
    lockFile(path)?.release();
  });

  it("is shared with those who ask for it shared, and with no one else", () => {
    machineWith(program);
    const shared = [lockFile(path, "shared"), lockFile(path, "shared")];
    expect(lockFile(path)).toBeNull();
    for (const lock of shared) lock?.release();
    lockFile(path)?.release();
    expect(shared).not.toContain(null);
  });
});

it("a lock lasts as long as a process that inherited it", async () => {
  const lock = lockFile(path);
  const heir = spawn("sleep", ["60"], { stdio: ["ignore", "ignore", "ignore", lock?.fd ?? -1] });
  lock?.release();
  expect(lockFile(path)).toBeNull();
  const gone = new Promise((resolve) => heir.once("exit", resolve));
  heir.kill("SIGKILL");
  await gone;
  expect(lockFile(path)).not.toBeNull();
});

it("refuses a folder that is taken in one sentence", async () => {
  const lock = await lockFolder(home);
  await expect(lockFolder(home)).rejects.toThrow("DATA_DIR is in use by another running server; stop that one, or choose another folder.");
  lock.release();
  (await lockFolder(home)).release();
});

it("waits for what a server that is killed at that moment leaves behind", async () => {
  const lock = await lockFolder(home);
  const heir = spawn("sleep", ["0.5"], { stdio: ["ignore", "ignore", "ignore", lock.fd] });
  const gone = new Promise((resolve) => heir.once("exit", resolve));
  lock.release();
  expect(lockFile(join(home, "server.lock"))).toBeNull();
  (await lockFolder(home)).release();
  expect(await gone).toBe(0);
});

it("says what a machine without locks lacks", () => {
  machineWith();
  expect(() => lockFile(path)).toThrow("This machine needs flock (from util-linux) or perl");
});

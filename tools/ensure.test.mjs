import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { lockFile } from "../apps/server/src/db/folder-lock.ts";

const home = mkdtempSync(join(tmpdir(), "coffer-ensure-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A project of the same shape, with an npm that is quick. */
let project;
const inProject = (...path) => join(project, ...path);
beforeEach(() => {
  chmodSync(home, 0o755);
  project = mkdtempSync(join(home, "project-"));
  chmodSync(project, 0o755);
  for (const folder of ["tools", "bin", ".cache", "node_modules"]) mkdirSync(inProject(folder));
  copyFileSync(new URL("./ensure.mjs", import.meta.url), inProject("tools/ensure.mjs"));
  for (const name of ["package.json", "package-lock.json"]) writeFileSync(inProject(name), "{}");
  writeFileSync(inProject("bin/npm"), "#!/bin/sh\nrm -rf node_modules; mkdir node_modules; echo {} >node_modules/.package-lock.json\n", {
    mode: 0o755,
  });
  writeFileSync(inProject("node_modules/in-use"), "");
});

function install(options = {}) {
  const env = { ...process.env, PATH: `${inProject("bin")}:${process.env.PATH}` };
  const { status, stderr } = spawnSync(process.execPath, ["tools/ensure.mjs"], { cwd: project, encoding: "utf8", env, ...options });
  return { status, said: stderr.trim() };
}

/** As a user who can read the folder but not write it. */
function installAsStranger() {
  if (process.getuid() === 0) return install({ uid: 65_534, gid: 65_534 });
  chmodSync(inProject(".cache"), 0o555);
  chmodSync(project, 0o555);
  try {
    return install();
  } finally {
    chmodSync(project, 0o755);
    chmodSync(inProject(".cache"), 0o755);
  }
}

describe("what a server runs from", () => {
  it("is not taken away while it runs", () => {
    const server = lockFile(inProject(".cache/servers.lock"), "shared");
    expect(install()).toEqual({
      status: 1,
      said: "A Coffer server is running from this folder, and installing would take away what it is made of: stop it first.",
    });
    expect(existsSync(inProject("node_modules/in-use"))).toBe(true);
    server.release();
    expect(install()).toEqual({ status: 0, said: expect.stringMatching(/^Installing what Coffer is made of/) });
    expect(existsSync(inProject("node_modules/in-use"))).toBe(false);
  });
});

describe("in a folder of another account", () => {
  it("it says in a sentence who has to do it", () => {
    const { status, said } = installAsStranger();
    expect(said).toMatch(
      /^There is something to install or build, and this account may not write into .*: do it as the account that owns the folder\.$/,
    );
    expect(status).toBe(1);
  });

  it("what is up to date is used as it is", () => {
    install();
    expect(installAsStranger()).toEqual({ status: 0, said: "" });
  });
});

import { chownSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { arrangeFiles, linkLibraries } from "./postgres-files.ts";

const root = mkdtempSync(join(tmpdir(), "coffer-libraries-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("the libraries of the embedded PostgreSQL", () => {
  it("are linked as its list says, and again without complaint", () => {
    mkdirSync(join(root, "native/lib"), { recursive: true });
    writeFileSync(join(root, "native/pg-symlinks.json"), JSON.stringify([{ source: "native/lib/a.so.1.2", target: "native/lib/a.so.1" }]));
    linkLibraries(root);
    linkLibraries(root);
    expect(readlinkSync(join(root, "native/lib/a.so.1"))).toBe("a.so.1.2");
  });

  it("are reported where they cannot be linked", () => {
    writeFileSync(join(root, "native/pg-symlinks.json"), JSON.stringify([{ source: "native/lib/a.so.1.2", target: "native/no/a.so.1" }]));
    expect(() => linkLibraries(root)).toThrow("ENOENT");
  });
});

describe("the account that PostgreSQL runs as", () => {
  it("is the one that the data belongs to already, where root starts it, and else that of this process", () => {
    const home = mkdtempSync(join(tmpdir(), "coffer-account-"));
    const data = join(home, "postgres");
    mkdirSync(data);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(data, 4_711, 4_712);
    expect(arrangeFiles(home).account).toEqual(isRoot ? { uid: 4_711, gid: 4_712 } : null);
    rmSync(home, { recursive: true, force: true });
  });
});

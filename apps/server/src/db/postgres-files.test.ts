import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { linkLibraries } from "./postgres-files.ts";

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

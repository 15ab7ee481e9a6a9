import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ownSbom, sbomOf } from "./sbom.mjs";
import { SIGNATURE, SUMS, writeSums } from "./sums.mjs";

describe("the list of what the product is made of", () => {
  const { packages } = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));
  const sbom = JSON.parse(ownSbom());

  it("names every package of the lock file once, with its checksum, and no address of a registry", () => {
    const locked = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);
    expect(sbom.components.map((one) => one["bom-ref"])).toEqual(locked.map(([path]) => path));
    const foreign = sbom.components.filter(({ purl }) => purl !== undefined);
    expect(foreign.length).toBeGreaterThan(100);
    for (const { purl, hashes } of foreign) {
      expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/);
      expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/);
    }
    expect(ownSbom()).not.toMatch(/https?:|resolved|registry/);
  });

  it("says what each of them needs, and finds all of it", () => {
    const refs = new Set([sbom.metadata.component.name, ...sbom.components.map((one) => one["bom-ref"])].map((ref) => ref));
    for (const { ref, dependsOn = [] } of sbom.dependencies) {
      expect(refs).toContain(ref);
      for (const needed of dependsOn) expect(refs).toContain(needed);
    }
    const server = sbom.dependencies.find(({ ref }) => ref === "apps/server");
    expect(server.dependsOn).toContain("node_modules/fastify");
    expect(server.dependsOn).toContain("packages/contract");
  });

  it("finds a package where Node would: the nearest folder first", () => {
    const text = JSON.stringify({
      name: "a",
      version: "1.0.0",
      packages: {
        "": {},
        "apps/x": { name: "@a/x", version: "1.0.0", dependencies: { b: "1", c: "1" } },
        "node_modules/b": { version: "1.0.0", dependencies: { c: "2" } },
        "node_modules/b/node_modules/c": { version: "2.0.0", dev: true },
        "node_modules/c": { version: "1.0.0" },
      },
    });
    const { components, dependencies } = sbomOf(text);
    expect(dependencies.find(({ ref }) => ref === "node_modules/b").dependsOn).toEqual(["node_modules/b/node_modules/c"]);
    expect(dependencies.find(({ ref }) => ref === "apps/x").dependsOn).toEqual(["node_modules/b", "node_modules/c"]);
    expect(components.map(({ scope }) => scope)).toEqual(["required", "required", "excluded", "required"]);
  });
});

describe("checksums of what was packed", () => {
  const home = mkdtempSync(join(tmpdir(), "coffer-sums-"));
  const folder = join(home, "packed");
  afterAll(() => rmSync(home, { recursive: true }));
  const run = (program, ...words) => spawnSync(program, words, { cwd: folder, encoding: "utf8" }).status;
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = join(home, "key.pub");
  const isSigned = () => run("openssl", "pkeyutl", "-verify", "-pubin", "-inkey", key, "-rawin", "-in", SUMS, "-sigfile", SIGNATURE);

  it("and their signature hold, with the programs of any machine, until a byte is changed", () => {
    mkdirSync(join(folder, "lib"), { recursive: true });
    writeFileSync(join(folder, "lib/a.js"), "a");
    symlinkSync("a.js", join(folder, "lib/b.js"));
    writeFileSync(key, publicKey.export({ type: "spki", format: "pem" }));
    writeSums(folder, privateKey.export({ type: "pkcs8", format: "pem" }));
    expect(readFileSync(join(folder, SUMS), "utf8").match(/ {2}lib\/[ab]\.js$/gm)).toHaveLength(2);
    expect([run("sha256sum", "--check", "--quiet", "--strict", SUMS), isSigned()]).toEqual([0, 0]);
    writeFileSync(join(folder, "lib/a.js"), "b");
    expect([run("sha256sum", "--check", "--quiet", "--strict", SUMS), isSigned()]).toEqual([1, 0]);
    writeFileSync(join(folder, SUMS), readFileSync(join(folder, SUMS), "utf8").replace(/^./, "0"));
    expect(isSigned()).toBe(1);
  });

  it("are not signed with another kind of key", () => {
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
    expect(() => writeSums(folder, other)).toThrow("must be an Ed25519 one");
  });
});

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const packages = fileURLToPath(new URL("../../../packages", import.meta.url));

/** Every file of this repository that a module loads, directly or through others, types included. */
function reachable(from: string, seen = new Set<string>()): Set<string> {
  if (seen.has(from)) return seen;
  seen.add(from);
  const source = readFileSync(from, "utf8");
  for (const [, name = ""] of source.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
    if (name.startsWith(".")) reachable(resolve(dirname(from), name), seen);
    const [, packageName = "", path = "index"] = /^@coffer\/([^/]+)(?:\/(.+))?$/.exec(name) ?? [];
    if (packageName) reachable(join(packages, packageName, "src", `${path}.ts`), seen);
  }
  return seen;
}

it("never loads the crypto or the client package: the server needs no keys", () => {
  const files = [...reachable(fileURLToPath(new URL("main.ts", import.meta.url)))];
  expect(files.length).toBeGreaterThan(40);
  expect(files.every((file) => existsSync(file))).toBe(true);
  expect(files.filter((file) => /packages\/(?!core|contract)/.test(file))).toEqual([]);
});

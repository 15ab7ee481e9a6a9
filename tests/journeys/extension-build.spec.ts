/** A build of the extension from the same sources gives the same bytes: what a store ships can be compared with what is published. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";

const HOME = fileURLToPath(new URL("../../apps/extension/", import.meta.url));

const hashesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith(".zip"))
      .sort()
      .map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex"),
      ]),
  );

test("two builds of the extension, in other places and at other times, are the same to the byte", () => {
  const folder = mkdtempSync(join(tmpdir(), "coffer-again-"));
  execFileSync(process.execPath, [join(HOME, "build.mjs"), folder], { cwd: tmpdir(), stdio: "pipe" });
  const again = hashesIn(folder);
  rmSync(folder, { recursive: true });
  expect(Object.keys(again)).toEqual(["coffer-chromium.zip", "coffer-firefox.zip"]);
  expect(again).toEqual(hashesIn(join(HOME, "dist")));
});

test("in its pages the library's sheets lie over what it says of all elements, as in the web app", () => {
  const folder = join(HOME, "dist/chromium");
  const [sheet = ""] = /assets\/splash-[^"]+\.css/.exec(readFileSync(join(folder, "popup.html"), "utf8")) ?? [];
  const [, first] = /@layer (\w+)/.exec(readFileSync(join(folder, sheet), "utf8")) ?? [];
  expect(first).toBe("base");
});

/** A script of the extension with that alone in it. @returns what the build says of it */
function builds(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), "coffer-script-"));
  mkdirSync(join(folder, "worker"));
  const entry = join(folder, "worker/worker.ts");
  writeFileSync(entry, source);
  const lib = JSON.stringify({ entry, formats: ["iife"], name: "worker", fileName: "worker" });
  const program = `import { build } from "vite";
    await build({ root: ".", configFile: "vite.scripts.config.ts", logLevel: "silent", build: { write: false, lib: ${lib} } })
      .then(() => console.log("built"), ({ message }) => console.log(message));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: HOME, stdio: "pipe" }).toString();
  rmSync(folder, { recursive: true });
  return said;
}

test("a worker of which a file is never seen, so that its texts stay in, or that searches, whose words it has not, is not built", () => {
  const items = new URL("../../packages/core/src/items/", import.meta.url);
  expect(builds(`export * from ${JSON.stringify(fileURLToPath(new URL("kinds.ts", items)))};`)).toContain("PAGE_TEXTS: the worker has no");
  expect(builds(`export * from ${JSON.stringify(fileURLToPath(new URL("search.ts", items)))};`)).toContain("csvType");
});

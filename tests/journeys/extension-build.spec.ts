/** A build of the extension from the same sources gives the same bytes: what a store ships can be compared with what is published. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
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

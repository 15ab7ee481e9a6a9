/** Which cell a person's calls go to. Where HAProxy is installed, it reads the rules itself. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cellOf, routerConfig } from "./router.mjs";

const cells = ["one", "two", "three"].map((name, at) => ({
  address: `127.0.0.1:${3_001 + at}`,
  key: Buffer.from(name).toString("base64"),
}));
const isThere = spawnSync("haproxy", ["-v"]).status === 0;

it("sums up a text by CRC-32, as HAProxy does", () =>
  expect(cellOf("123456789", { cells: 1_000, domains: {} })).toBe((0xcbf43926 % 1_000) + 1));

it("an email is in one cell, however it is typed, and those of a company in that of the company", () => {
  const setting = { cells: 3, domains: { "company.example": 2 } };
  expect(cellOf("Ann@Example.com", setting)).toBe(cellOf("ann@example.com", setting));
  expect(["ann", "bob", "carol"].map((name) => cellOf(`${name}@company.example`, setting))).toEqual([2, 2, 2]);
  const counts = [0, 0, 0];
  for (let at = 0; at < 3_000; at++) counts[cellOf(`person${at}@example.com`, setting) - 1] += 1;
  expect(Math.min(...counts)).toBeGreaterThan(900);
});

it("a token is asked whose it is before an email is", () => {
  const text = routerConfig({ front: "127.0.0.1:3000", cells, domainsFile: "/etc/domains.map" });
  expect(text.indexOf("hmac(sha256,")).toBeLessThan(text.indexOf("'$.email'"));
  for (const { address, key } of cells) expect([text.includes(`server coffer ${address}`), text.includes(key)]).toEqual([true, true]);
});

it.runIf(isThere)("HAProxy takes the rules", () => {
  const folder = mkdtempSync(join(tmpdir(), "coffer-router-"));
  writeFileSync(join(folder, "domains.map"), "company.example 2\n");
  writeFileSync(join(folder, "haproxy.cfg"), routerConfig({ front: "127.0.0.1:3000", cells, domainsFile: join(folder, "domains.map") }));
  const { status, stderr } = spawnSync("haproxy", ["-c", "-f", join(folder, "haproxy.cfg")], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect([status, stderr.includes("[ALERT]")]).toEqual([0, false]);
});

/** Which cell a person's calls go to. HAProxy itself reads the rules in `npm run cells`, which starts nothing that it refuses. */
import { expect, it } from "vitest";
import { cellOf, routerConfig } from "./router.mjs";

const cells = ["one", "two", "three"].map((name, at) => ({
  address: `127.0.0.1:${3_001 + at}`,
  key: Buffer.from(name).toString("base64"),
}));

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

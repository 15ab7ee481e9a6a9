import { expect, it } from "vitest";
import { decodePasswords, encodedPasswords } from "./encoded-passwords.ts";
import { readImport } from "./import.ts";

const rows = (...passwords: string[]) =>
  readImport({
    sourceId: "chrome",
    text: `name,url,username,password\n${passwords.map((one) => `A,https://a.example,u,${one}`).join("\n")}`,
  }).candidates;

it("leaves every password as it is until the user decides", () =>
  expect(rows("a&amp;b", "&lt;x&gt;").map(({ password }) => password)).toEqual(["a&amp;b", "&lt;x&gt;"]));

it("counts passwords that look encoded, and shows only what is needed", () =>
  expect(encodedPasswords(rows("long-secret-a&amp;b-and-more", "plain & simple", "x&#39;y"))).toEqual({
    count: 2,
    samples: [
      { before: "t-a&amp;b-a", after: "t-a&b-a" },
      { before: "x&#39;y", after: "x'y" },
    ],
  }));

it("shows an entity at the edge of a sample completely", () =>
  expect(encodedPasswords(rows("a&lt;b&gt;secret")).samples).toEqual([{ before: "a&lt;b&gt;", after: "a<b>" }]));

it("decodes each entity once, in the sample and in the saved value, and nothing else", () => {
  const candidates = decodePasswords(rows("a&amp;lt;b", "&unknown;", "p"));
  expect(candidates.map(({ password }) => password)).toEqual(["a&lt;b", "&unknown;", "p"]);
  expect(candidates.map(({ fields }) => fields.password)).toEqual(["a&lt;b", "&unknown;", "p"]);
});

import { afterEach, expect, it } from "vitest";
import { setOwnGroups } from "./equivalent-sites.ts";
import { readSiteGroup } from "./own-site-groups.ts";
import { RANK, rankMatch } from "./url-match.ts";

afterEach(() => setOwnGroups([]));

it("takes addresses as people type them, each for its whole site", () => {
  expect(readSiteGroup("https://www.one.example/log-in, two.example  ONE.example")).toEqual({ sites: ["one.example", "two.example"] });
});

it.each([
  ["a single site", "one.example www.one.example", "Enter the addresses of two sites or more"],
  ["nothing", " ", "Enter the addresses of two sites or more"],
  ["what is no address", "one.example mailto:ann@one.example", '"mailto:ann@one.example" is not the address of a site'],
  ["a place where strangers have sites", "one.example github.io", '"github.io" is not the address of a site'],
  ["a whole country", "one.example co.uk", '"co.uk" is not the address of a site'],
  ["an address of a machine", "one.example 192.168.0.1", '"192.168.0.1" is not the address of a site'],
])("is not %s", (_, typed, error) => {
  expect(readSiteGroup(typed)).toEqual({ error });
});

it("has a login of one site offered at the others, after all that are for the site itself, and nowhere without the group", () => {
  const question = { saved: "https://one.example", page: "https://www.two.example/in" } as const;
  expect(rankMatch(question)).toBe(RANK.notOffered);
  setOwnGroups([
    ["one.example", "two.example"],
    ["three.example", "four.example"],
  ]);
  expect(rankMatch(question)).toBe(RANK.equivalent);
  expect(rankMatch({ ...question, mode: "host" })).toBe(RANK.notOffered);
  expect(rankMatch({ ...question, page: "https://three.example" })).toBe(RANK.notOffered);
});

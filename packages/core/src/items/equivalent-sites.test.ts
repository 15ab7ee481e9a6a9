import { describe, expect, it } from "vitest";
import { areEquivalent, EQUIVALENT_SITES } from "./equivalent-sites.ts";
import { lookAlikeOf } from "./look-alike.ts";
import { rankMatch, siteOf } from "./url-match.ts";

describe("the table of equivalent sites", () => {
  it("contains only registrable domains, no public suffixes and no subdomains", () => {
    for (const site of EQUIVALENT_SITES) expect(siteOf(new URL(`https://login.${site}`))).toBe(site);
  });
  it("contains each site once", () => {
    expect(new Set(EQUIVALENT_SITES).size).toBe(EQUIVALENT_SITES.length);
  });
});

describe("a login of a group of sites", () => {
  it.each([
    ["https://accounts.google.com/signin", "https://www.youtube.com/"],
    ["https://youtube.com", "https://accounts.google.com/signin"],
    ["https://www.amazon.de/ap/signin", "https://www.amazon.co.uk/ap/signin"],
    ["twitter.com", "https://x.com/login"],
  ])("saved at %s is offered on %s, after all others", (saved, page) => {
    expect(rankMatch({ saved, page })).toBe(1);
    expect(rankMatch({ saved: new URL(page).hostname, page })).toBeGreaterThan(1);
  });

  it.each(["host", "starts-with", "exact", "never", "regex"] as const)(
    "is not offered when the entry has another match mode: %s",
    (mode) => {
      expect(rankMatch({ saved: "https://accounts.google.com", mode, page: "https://www.youtube.com/" })).toBe(0);
    },
  );
});

describe("a stranger", () => {
  it.each([
    "https://youtube.com.evil.example/",
    "https://google.evil.example/",
    "https://google-youtube.com/",
    "https://y0utube.com/",
    "https://google.com.evil/",
    "https://youtube.co/",
    "https://eve.blogspot.com/",
    "https://eve.web.app/",
    "https://storage.googleapis.com/",
    "https://twitter.com/",
    "https://com/",
    "https://constructor/",
    "https://__proto__/",
  ])("gets no offer: %s", (page) => {
    expect(rankMatch({ saved: "https://accounts.google.com", page })).toBe(0);
  });

  it("is not equivalent to any site, not even itself", () => {
    expect(areEquivalent("evil.example", "evil.example")).toBe(false);
    expect(areEquivalent("evil.example", "google.com")).toBe(false);
    expect(areEquivalent("google.com", "evil.example")).toBe(false);
  });

  it("that looks like a site of the group is still reported as a look-alike", () => {
    expect(lookAlikeOf("https://y0utube.com/", ["youtube.com"])).toBe("youtube.com");
  });
});

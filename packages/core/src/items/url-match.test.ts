import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MatchMode } from "./match-modes.ts";
import { isSafePattern } from "./safe-pattern.ts";
import { type MatchQuestion, RANK, rankMatch } from "./url-match.ts";

const matchUrl = (question: MatchQuestion): boolean => rankMatch(question) > RANK.notOffered;

const rows: readonly (readonly [MatchMode, saved: string, page: string, boolean])[] = [
  ["domain", "https://github.com/login", "https://gist.github.com/x", true],
  ["domain", "GitHub.com", "http://github.com:8080/", true],
  ["domain", "https://a.co.uk", "https://b.co.uk", false],
  ["domain", "https://ann.github.io", "https://eve.github.io", false],
  ["domain", "https://ann.github.io", "https://www.ann.github.io", true],
  ["domain", "https://example.com", "https://example.com.evil.net", false],
  ["domain", "https://example.com", "https://notexample.com", false],
  ["domain", "https://bank.example", "https://bank.example@evil.example/", false],
  ["domain", "http://192.168.1.1", "http://192.168.1.1/login", true],
  ["domain", "http://192.168.1.1", "http://192.168.1.2/", false],
  ["domain", "http://192.168.1.1:8080", "http://192.168.1.1:9090/", false],
  ["domain", "localhost:3000", "http://localhost:3000/a", true],
  ["domain", "localhost:3000", "http://localhost:4000/a", false],
  ["domain", "http://[::1]:3000", "http://[::1]:3000/x", true],
  ["domain", "github.io", "https://ann.github.io", false],
  ["domain", "münchen.de", "https://xn--mnchen-3ya.de/", true],
  ["domain", "", "https://example.com", false],
  ["domain", "not an address", "https://example.com", false],
  ["domain", "example.com", "file:///example.com", false],
  ["domain", "example.com", "javascript:alert('example.com')", false],
  ["domain", "example.com", "about:blank", false],
  ["host", "https://github.com", "https://github.com:443/x", true],
  ["host", "github.com", "http://github.com/", true],
  ["host", "https://github.com", "https://gist.github.com", false],
  ["host", "https://nas.local:5001", "https://nas.local:5000", false],
  ["starts-with", "HTTPS://Example.com:443/app", "https://example.com/app/login?x=1", true],
  ["starts-with", "https://example.com", "https://example.com.evil.net/", false],
  ["starts-with", "https://example.com/app", "http://example.com/app", false],
  ["starts-with", "example.com/app", "http://example.com/app/x", true],
  ["exact", "https://example.com", "https://example.com/", true],
  ["exact", "https://example.com/a", "https://example.com/a?b", false],
  ["exact", "https://example.com/a?b=1#c", "https://user:pw@example.com/a?b=1#c", true],
  ["regex", "^https://(www\\.)?example\\.(com|org)/", "https://EXAMPLE.org/x", true],
  ["regex", "^https://[a-z]+\\.example\\.com/", "https://1.example.com/", false],
  ["regex", "(", "https://example.com/(", false],
  ["regex", "", "https://example.com/", false],
  ["regex", "^(a+)+$", "https://example.com/", false],
  ["never", "https://example.com", "https://example.com/", false],
];

describe("matchUrl", () => {
  it.each(rows)("%s: %s on %s is %s", (mode, saved, page, expected) => expect(matchUrl({ saved, mode, page })).toBe(expected));
  it("compares base domains by default", () => expect(matchUrl({ saved: "a.example.com", page: "https://b.example.com" })).toBe(true));
  it("never throws for any input", () => {
    const mode = fc.constantFrom<MatchMode>("domain", "host", "starts-with", "exact", "regex", "never");
    const text = fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: "binary" }));
    fc.assert(fc.property(text, mode, text, (saved, match, page) => typeof matchUrl({ saved, mode: match, page }) === "boolean"));
  });
  it("matches every address exactly with itself", () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true }),
        (url) => matchUrl({ saved: url, mode: "exact", page: url }) && matchUrl({ saved: url, page: url }),
      ),
    );
  });
});

describe("isSafePattern", () => {
  it.each([
    "(a+)+",
    "(a|a)*",
    "(a|b|ab)*c",
    "((a)*)*",
    "(?:.*a){12}",
    "(.*)\\1",
    ".*.*.*x",
    "^.*.*.*.*x",
    "(x?){30}y",
    "(?=(a+))+b",
    "a".repeat(257),
    "[",
    "*",
  ])("refuses %s", (pattern) => {
    expect(isSafePattern(pattern)).toBe(false);
  });
  it.each(["^https://.*\\.example\\.com/.*$", "example\\.com", "^https?://(a|b)\\.example\\.com(:\\d+)?/", "[*+]{2}", "\\(+"])(
    "accepts %s",
    (pattern) => {
      expect(isSafePattern(pattern)).toBe(true);
    },
  );
  it("answers quickly on the longest page it tries", () => {
    const page = `https://example.com/${"a".repeat(490)}`;
    // CPU time, so that a busy machine does not fail the test.
    const before = process.cpuUsage();
    matchUrl({ saved: "a*a*$x", mode: "regex", page });
    matchUrl({ saved: "^.*a.*a.*b$", mode: "regex", page });
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});

describe("rankMatch", () => {
  it("offers the same address first, then host and port, host, site", () => {
    const page = "https://app.example.com:8443/login";
    const saved = ["example.com", "app.example.com", "https://app.example.com:8443", "https://app.example.com:8443/login"];
    expect(saved.map((address) => rankMatch({ saved: address, page }))).toEqual([
      RANK.sameSite,
      RANK.sameHost,
      RANK.sameHostAndPort,
      RANK.sameAddress,
    ]);
  });
  it("is 0 for logins that are not offered", () => expect(rankMatch({ saved: "example.org", page: "https://example.com" })).toBe(0));
  it("ranks a pattern as written for this page", () =>
    expect(rankMatch({ saved: "^https://example\\.com/", mode: "regex", page: "https://example.com/" })).toBe(RANK.sameHostAndPort));
});

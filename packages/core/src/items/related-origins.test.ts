import { expect, it } from "vitest";
import { mayBeRelated, namesOrigin, rpIdForSignIn } from "./related-origins.ts";

const PAGE = "https://shop.example.de";
const names = (...origins: unknown[]): boolean => namesOrigin({ origins }, PAGE);

it("a site's document names its pages", () => {
  expect(names(PAGE)).toBe(true);
  expect(names("https://other.example", `${PAGE}/`)).toBe(true);
  expect(names(`${PAGE}:443`)).toBe(true);
  expect(names("no address", "https://com", "https://127.0.0.1", PAGE)).toBe(true);
  expect(namesOrigin({ origins: [PAGE], more: 1 }, PAGE)).toBe(true);
});

it("five sites count, however many of one owner's names there are", () => {
  const sites = (count: number) => Array.from({ length: count }, (_, at) => `https://site${at}.com`);
  expect(names(...sites(4), PAGE)).toBe(true);
  expect(names(...sites(5), PAGE)).toBe(false);
  expect(names(PAGE, ...sites(9))).toBe(true);
  expect(names(...sites(4), "https://www.site1.com", "https://site1.co.uk", "https://site1.fr", PAGE)).toBe(true);
  // The one that is too many counts for nothing, and one of a name that was seen still does.
  expect(names(...sites(4), "https://example.com", "https://sixth.com", PAGE)).toBe(true);
  expect(
    names("https://a.github.io", "https://b.github.io", "https://c.github.io", "https://d.github.io", "https://e.github.io", PAGE),
  ).toBe(false);
});

it.each<[string, unknown]>([
  ["nothing", null],
  ["text", `{"origins":["${PAGE}"]}`],
  ["a list", [PAGE]],
  ["no list", { origins: PAGE }],
  ["a list with something else in it", { origins: [7, PAGE] }],
  ["a list in a list", { origins: [[PAGE]] }],
  ["an object that looks like a list", { origins: { 0: PAGE, length: 1 } }],
  ["another word", { Origins: [PAGE] }],
  ["none", { origins: [] }],
  ["another connection", { origins: ["http://shop.example.de"] }],
  ["another port", { origins: [`${PAGE}:8443`] }],
  ["another host", { origins: ["https://example.de", "https://www.shop.example.de", "https://shop.example.de.evil.test"] }],
  ["a host and no address", { origins: ["shop.example.de", "//shop.example.de"] }],
  ["every host", { origins: ["*", "https://*", "https://*.example.de"] }],
  ["a name before it", { origins: ["https://shop.example.de@evil.test"] }],
])("a document with %s names no page", (_, document) => {
  expect(namesOrigin(document, PAGE)).toBe(false);
});

it.each<[string, string, boolean]>([
  [PAGE, "shop.example.com", true],
  [PAGE, "example.com", true],
  ["https://ann.github.io", "bob.github.io", true],
  ["https://a.example.com", "b.example.com", true],
  ["https://example.com", "login.example.com", true],
  ["https://shop.example.de", "example.de", false],
  ["https://example.de", "example.de", false],
  ["http://shop.example.de", "example.com", false],
  ["http://localhost:8080", "example.com", false],
  ["https://127.0.0.1", "example.com", false],
  ["https://com", "example.com", false],
  ["null", "example.com", false],
  [PAGE, "com", false],
  [PAGE, "github.io", false],
  [PAGE, "127.0.0.1", false],
  [PAGE, "[::1]", false],
  [PAGE, "", false],
  [PAGE, "Example.com", false],
  [PAGE, "example.com.", false],
  [PAGE, "example.com:8443", false],
  [PAGE, "example.com/path", false],
  [PAGE, "example.com?x", false],
  [PAGE, "example.com#x", false],
  [PAGE, "ann@example.com", false],
  [PAGE, "https://example.com", false],
  [PAGE, " example.com", false],
  [PAGE, "example.com\\evil", false],
  [PAGE, "intranet", false],
])("%s may be a page of %s: %s", (origin, rpId, may) => {
  expect(mayBeRelated(origin, rpId)).toBe(may);
});

it.each<[string, string | undefined, string | undefined, string | null]>([
  [PAGE, "example.com", "example.com", "example.com"],
  [PAGE, "example.de", "example.com", "example.de"],
  [PAGE, undefined, "example.com", "shop.example.de"],
  [PAGE, "example.com", undefined, null],
  [PAGE, "example.org", "example.com", null],
  [PAGE, "www.example.com", "example.com", null],
  ["null", undefined, undefined, null],
])("a sign-in of %s for %s, where %s names it, is for %s", (origin, asked, relatedTo, rpId) => {
  expect(rpIdForSignIn(origin, asked, relatedTo)).toBe(rpId);
});

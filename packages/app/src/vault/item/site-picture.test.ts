/** The picture of an item (decision Z-14). */
import { DECRYPTION_FAILED } from "@coffer/core/items/item";
import { siteOf } from "@coffer/core/items/url-match";
import { describe, expect, it } from "vitest";
import brands from "./brands.json" with { type: "json" };
import { finder } from "./brands.ts";
import { sitePicture } from "./site-picture.ts";

const login = (fields: Record<string, string>) => ({ kind: "password" as const, fields: { title: "GitHub", ...fields } });
const SITE = { website_url: "https://www.github.com/login" };
const HTTPS = "https://github.com/favicon.ico";
const DATA = "data:image/png;base64,iVBORw0KGgo=";

describe("the picture of an item", () => {
  it("is its own favicon where that is a picture in the item itself", () => {
    expect(sitePicture(login({ ...SITE, favicon_url: DATA }))).toEqual({ show: "favicon", address: DATA });
  });

  it.each([
    HTTPS,
    " https://evil.example/pixel.png",
    "HTTPS://evil.example/pixel.png",
    "http://github.com/favicon.ico",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "javascript:alert(1)",
    "//github.com/a.png",
    "",
  ])("is never loaded from an address, nor anything but a picture: %s", (favicon_url) => {
    expect(sitePicture(login({ ...SITE, favicon_url })).show).toBe("letter");
  });

  it("is the letter of the site where there is no favicon or it did not load, the same for every page of a site", () => {
    const [first, second] = [
      sitePicture(login(SITE)),
      sitePicture(login({ website_url: "github.com/settings", favicon_url: DATA }), { broken: DATA }),
    ];
    expect(first).toEqual(second);
    expect(first).toMatchObject({ show: "letter", tile: { letter: "G" } });
  });

  it("is the mark of a well-known site on any of its pages, and of none that only looks like it", () => {
    const markOf = finder(brands, siteOf);
    const shown = (website_url: string) => sitePicture(login({ website_url }), { markOf });
    expect(shown("https://www.github.com/login")).toEqual({ show: "mark", path: brands.marks.github });
    expect(shown("gist.github.com")).toEqual(shown("https://github.com"));
    for (const other of ["https://github.com.evil.example", "https://notgithub.com", "https://ann.github.io", "github"])
      expect(shown(other).show).toBe("letter");
    expect(sitePicture(login({ ...SITE, favicon_url: DATA }), { markOf }).show).toBe("favicon");
  });

  it("knows a mark for every site of the list, each by its registrable domain, and can be drawn", () => {
    for (const [site, name] of Object.entries(brands.sites)) {
      expect(siteOf(new URL(`https://${site}`)), site).toBe(site);
      expect(new Map(Object.entries(brands.marks)).get(name), name).toMatch(/^[Mm][\d\s.,a-zA-Z-]+$/);
    }
  });

  it("is the sign of its kind where nothing is known of a site", () => {
    expect(sitePicture(login({}))).toEqual({ show: "kind" });
    expect(sitePicture(login({ ...SITE, title: DECRYPTION_FAILED }))).toEqual({ show: "kind" });
    expect(sitePicture({ kind: "card", fields: { name: "Visa" } })).toEqual({ show: "kind" });
  });
});

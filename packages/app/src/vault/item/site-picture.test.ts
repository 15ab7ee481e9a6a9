/** The picture of an item (decision Z-14). */
import { DECRYPTION_FAILED } from "@coffer/core/items/item";
import { describe, expect, it } from "vitest";
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

  it("is the sign of its kind where nothing is known of a site", () => {
    expect(sitePicture(login({}))).toEqual({ show: "kind" });
    expect(sitePicture(login({ ...SITE, title: DECRYPTION_FAILED }))).toEqual({ show: "kind" });
    expect(sitePicture({ kind: "card", fields: { name: "Visa" } })).toEqual({ show: "kind" });
  });
});

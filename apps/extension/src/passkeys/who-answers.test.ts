import { describe, expect, it } from "vitest";
import { readRequest } from "./asked.ts";
import { isForUs } from "./who-answers.ts";

const known = { bySite: { "shop.example": ["one", "two"], localhost: ["here"] }, elsewhere: ["quiet.shop.example"] };
const asked = (more: object = {}) => readRequest(JSON.stringify({ challenge: "AQID", rpId: "shop.example", ...more }));
const ask = (origin: string, more: object = {}, of: typeof known | null = known): boolean =>
  isForUs({ origin, asked: asked(more), known: of });

describe("who answers a site's question for a passkey", () => {
  it("is us where the open vault has one of the site's, or one that it lists", () => {
    expect(ask("https://shop.example")).toBe(true);
    expect(ask("https://login.shop.example:8443")).toBe(true);
    expect(ask("https://shop.example", { rpId: undefined })).toBe(true);
    expect(ask("https://shop.example", { allowCredentials: ["other", "two"] })).toBe(true);
    expect(ask("http://localhost:8080", { rpId: undefined })).toBe(true);
  });
  it.each<[string, string, object?]>([
    ["a site that we have none of", "https://other.example", { rpId: "other.example" }],
    ["another site that asks for ours", "https://evil.example"],
    ["a site whose name only ends like ours", "https://evilshop.example"],
    ["a host below ours that asks for itself", "https://login.shop.example", { rpId: undefined }],
    ["a connection that others can read", "http://shop.example"],
    ["a page without an origin", "null"],
    ["a list of others alone", "https://shop.example", { allowCredentials: ["other"] }],
    ["a host where the person wants the browser", "https://quiet.shop.example"],
    ["a payment", "https://shop.example", { extensions: { payment: true } }],
    ["a page that speaks for another machine's", "https://shop.example", { extensions: { remoteDesktopClientOverride: true } }],
    ["a name that every list inherits", "https://constructor", { rpId: "constructor" }],
    ["options that are none", "https://shop.example", { challenge: 7 }],
    ["a list that is none", "https://shop.example", { allowCredentials: [7] }],
  ])("is the browser for %s", (_, origin, more) => {
    expect(ask(origin, more)).toBe(false);
  });
  it("is the browser while the vault is locked, and for what cannot be read", () => {
    expect(ask("https://shop.example", {}, null)).toBe(false);
    for (const text of ["", "null", "7", "[]", "{"])
      expect(isForUs({ origin: "https://shop.example", asked: readRequest(text), known })).toBe(false);
  });
});

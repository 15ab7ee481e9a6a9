import type { Item } from "@coffer/client";
import { describe, expect, it } from "vitest";
import { type Challenge, loginsFor, pageThatAsks } from "./may-answer.ts";

const challenge = (more: Partial<Challenge> = {}): Challenge => ({
  url: "https://router.example/admin",
  type: "main_frame",
  isProxy: false,
  challenger: { host: "router.example", port: 443 },
  ...more,
});
const login = (url: string, more: Partial<Item> = {}): Item =>
  ({ id: url, kind: "password", state: "intact", fields: { website_url: url, username: "ann", password: "p" }, ...more }) as Item;

describe("the browser's own sign-in dialog", () => {
  it("is answered for a page, over an encrypted connection or on this machine", () => {
    expect(pageThatAsks(challenge())?.host).toBe("router.example");
    const here = { url: "http://127.0.0.1:8080/", challenger: { host: "127.0.0.1", port: 8080 } };
    expect(pageThatAsks(challenge(here))?.host).toBe("127.0.0.1:8080");
    expect(
      pageThatAsks(challenge({ url: "https://router.example:8443/", challenger: { host: "router.example", port: 8443 } })),
    ).not.toBeNull();
  });
  it.each<[string, Partial<Challenge>]>([
    ["a proxy", { isProxy: true }],
    ["a picture in a page", { type: "image" }],
    ["a frame", { type: "sub_frame" }],
    ["a page that is not encrypted", { url: "http://router.example/", challenger: { host: "router.example", port: 80 } }],
    ["another host than the page's", { challenger: { host: "evil.example", port: 443 } }],
    ["another port than the page's", { challenger: { host: "router.example", port: 8443 } }],
    ["what is no address", { url: "" }],
  ])("is left to the browser for %s", (_, more) => {
    expect(pageThatAsks(challenge(more))).toBeNull();
  });
  it("is offered logins of the very host and port, and none of a sibling, a pattern, without a password, or that asks for the master password", () => {
    const page = new URL("https://router.example/admin");
    const items = [
      login("https://router.example"),
      login("https://www.router.example"),
      login("https://router.example:8443"),
      login("http://router.example", { state: "tampered" }),
      login("https://router.example/asks", {
        fields: { website_url: "https://router.example", username: "ann", password: "p", x_ask: "fill" },
      }),
      login("router.example", { fields: { website_url: "router.example", username: "ann", password: "" } }),
    ];
    expect(loginsFor(items, page).map(({ id }) => id)).toEqual(["https://router.example"]);
  });
});

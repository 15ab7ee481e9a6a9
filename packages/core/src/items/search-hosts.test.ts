import { describe, expect, it } from "vitest";
import { hostsOf, hostsOfAddress } from "./search-hosts.ts";
import { writeAddresses } from "./structured.ts";

describe("the hosts of an address", () => {
  it.each([
    ["https://Login.GitHub.com:8443/x?y", ["login.github.com", "github.com"]],
    ["github.com", ["github.com"]],
    ["https://example.com./", ["example.com"]],
    ["https://ann.github.io", ["ann.github.io"]],
    ["https://Bücher.example", ["xn--bcher-kva.example"]],
    ["http://192.168.1.1:5000", ["192.168.1.1"]],
    ["localhost:3000", ["localhost"]],
    ["https://good.example@evil.example/", ["evil.example"]],
    ["javascript:alert(1)", []],
    ["", []],
  ])("%s are %j", (address, hosts) => expect(hostsOfAddress(address)).toEqual(hosts));
});

describe("the hosts of an item", () => {
  it("are those of all its addresses, each once, the first address first", () => {
    const more_urls = writeAddresses([
      { url: "https://www.example.com", match: "host" },
      { url: "https://shop.example.org/a", match: "starts-with" },
    ]);
    expect(hostsOf({ website_url: "https://example.com", more_urls })).toEqual([
      "example.com",
      "www.example.com",
      "shop.example.org",
      "example.org",
    ]);
  });

  it("leave out what is matched by a pattern or never", () => {
    const more_urls = writeAddresses([{ url: "https://.*\\.example\\.net", match: "regex" }]);
    expect(hostsOf({ website_url: "https://example.com", url_match: "never", more_urls })).toEqual([]);
  });

  it("are none where there is no address", () => expect(hostsOf({ name: "A note" })).toEqual([]));
});

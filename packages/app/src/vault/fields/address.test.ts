/** What is said about web addresses in forms and details. */
import { describe, expect, it } from "vitest";
import { addressError, matchNote } from "./address.ts";

describe("a further web address", () => {
  it("is fine while it is empty, and when it is one", () => {
    expect(addressError({ url: " ", match: "domain" })).toBeNull();
    expect(addressError({ url: "login.example.com/a", match: "host" })).toBeNull();
  });

  it("must be an address of the web, unless it is an expression", () => {
    expect(addressError({ url: "javascript:alert(1)", match: "exact" })).toBe("Please enter a valid URL");
    expect(addressError({ url: "^https://[a-z]+\\.example\\.com/", match: "regex" })).toBeNull();
  });

  it("refuses an expression that could take for ever", () => {
    expect(addressError({ url: "(a+)+$", match: "regex" })).toBe("Please enter a simpler regular expression");
    expect(addressError({ url: "(", match: "regex" })).toBe("Please enter a simpler regular expression");
  });
});

describe("the note on how an address is matched", () => {
  it("names a mode that was chosen", () => {
    expect(matchNote("exact")).toBe("Matches: Exact");
    expect(matchNote("never")).toBe("Matches: Never");
  });

  it("says nothing of the usual mode, nor of one it does not know", () => {
    expect([matchNote("domain"), matchNote(""), matchNote("later")]).toEqual(["", "", ""]);
  });
});

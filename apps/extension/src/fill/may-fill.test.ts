import { setOwnGroups } from "@coffer/core/items/equivalent-sites";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mayFillUnpicked } from "../launch/launched.ts";
import { refusalFor, refusalForOwn } from "./may-fill.ts";

const HOSTS = [
  "shop.example",
  "www.shop.example",
  "evil.example",
  "shop.example.evil.example",
  "ada.github.io",
  "eve.github.io",
  "shop.example:8443",
];
/** Hosts of one owner, by the list of public suffixes with its private part. */
const OWNER: Readonly<Record<string, string>> = {
  "shop.example": "shop",
  "www.shop.example": "shop",
  "shop.example:8443": "shop",
  "evil.example": "evil",
  "shop.example.evil.example": "evil",
  "ada.github.io": "ada",
  "eve.github.io": "eve",
};
const item = (url: string, match: "domain" | "host" | "never" = "domain") => [{ url, match }];

describe("every item on every page in every frame", () => {
  const cells = HOSTS.flatMap((saved) => HOSTS.flatMap((top) => HOSTS.map((frame) => [saved, top, frame] as const)));
  it(`is filled where all three belong to one owner, and nowhere else (${cells.length} cells)`, () => {
    expect(cells.length).toBeGreaterThan(200);
    for (const [saved, top, frame] of cells) {
      const isOne = OWNER[saved] === OWNER[top] && OWNER[saved] === OWNER[frame];
      expect([saved, top, frame, refusalFor(item(`https://${saved}/login`), `https://${top}/`, `https://${frame}/`) === null]).toEqual([
        saved,
        top,
        frame,
        isOne,
      ]);
    }
  });
});

it("an item with two addresses is filled at either, and not at the one in a frame on a page of the other", () => {
  const two = [...item("https://shop.example"), ...item("https://bank.example")];
  expect(refusalFor(two, "https://bank.example/", "https://bank.example/")).toBeNull();
  expect(refusalFor(two, "https://shop.example/", "https://bank.example/")).toBe("other-frame");
});

describe("an item of a company that has several sites", () => {
  const [google, youtube, stranger] = ["https://accounts.google.com/", "https://www.youtube.com/", "https://youtube.evil.example/"];
  it("is filled at each of them, on an encrypted page", () => {
    expect(refusalFor(item("https://google.com"), youtube, youtube)).toBeNull();
    expect(refusalFor(item("google.com"), "http://www.youtube.com/", "http://www.youtube.com/")).toBe("not-encrypted");
    expect(refusalFor(item("https://google.com", "host"), youtube, youtube)).toBe("other-site");
  });
  it("is not filled at a stranger's, and across sites neither there nor in frames of each other", () => {
    expect(refusalFor(item("https://google.com"), stranger, stranger)).toBe("other-site");
    expect(refusalFor(item("https://google.com"), stranger, google)).toBe("other-site");
    expect(refusalFor(item("https://google.com"), youtube, stranger)).toBe("other-frame");
    expect(refusalFor(item("https://google.com"), youtube, google)).toBe("other-frame");
    expect(refusalFor(item("https://google.com"), google, youtube)).toBe("other-frame");
  });
});

describe("an item of a group of sites that the person made", () => {
  const [one, two] = ["https://www.one.example/", "https://two.example/"];
  beforeEach(() => setOwnGroups([["one.example", "two.example"]]));
  afterEach(() => setOwnGroups([]));

  it("is filled at each of them, on an encrypted page, and at no other", () => {
    expect(refusalFor(item("https://one.example"), two, two)).toBeNull();
    expect(refusalFor(item("one.example"), "http://two.example/", "http://two.example/")).toBe("not-encrypted");
    expect(refusalFor(item("https://one.example", "host"), two, two)).toBe("other-site");
    expect(refusalFor(item("https://one.example"), "https://three.example/", "https://three.example/")).toBe("other-site");
  });
  it("is not filled in a frame of one on a page of the other, nor without a pick", () => {
    expect(refusalFor(item("https://one.example"), two, one)).toBe("other-frame");
    expect(refusalFor(item("https://one.example"), one, two)).toBe("other-frame");
    expect(mayFillUnpicked(item("https://one.example"), two)).toBe(false);
  });
});

describe("a page that others can read on its way", () => {
  it.each(["http://shop.example/", "http://192.168.1.1/"])("gets nothing: %s", (page) => {
    expect(refusalFor(item(page), page, page)).toBe("not-encrypted");
    expect(refusalFor(item("https://shop.example"), page, page)).toBe("not-encrypted");
  });
  it("gets nothing around an encrypted frame, nor as a frame in an encrypted page", () => {
    expect(refusalFor(item("shop.example"), "http://shop.example/", "https://shop.example/")).toBe("not-encrypted");
    expect(refusalFor(item("shop.example"), "https://shop.example/", "http://shop.example/")).toBe("not-encrypted");
  });
  it("is none on this machine, except for what was saved of an encrypted one", () => {
    expect(refusalFor(item("http://localhost:3000"), "http://localhost:3000/", "http://localhost:3000/")).toBeNull();
    expect(refusalFor(item("https://localhost:3000"), "http://localhost:3000/", "http://localhost:3000/")).toBe("other-site");
  });
});

it.each([
  "about:blank",
  "about:srcdoc",
  "data:text/html,x",
  "blob:https://shop.example/1",
  "file:///tmp/x.html",
  "chrome-extension://abc/x.html",
  "",
])("a frame at %j gets nothing", (frame) => {
  expect(refusalFor(item("https://shop.example"), "https://shop.example/", frame)).toBe("no-site");
  expect(refusalFor(item("https://shop.example"), frame, "https://shop.example/")).toBe("no-site");
});

it("keeps to the host where the item says so, and to nothing where it says never", () => {
  expect(refusalFor(item("https://shop.example", "host"), "https://www.shop.example/", "https://www.shop.example/")).toBe("other-site");
  expect(refusalFor(item("https://shop.example", "never"), "https://shop.example/", "https://shop.example/")).toBe("other-site");
});

it("takes a name and a password in an address for no host", () => {
  const page = "https://shop.example@evil.example/";
  expect(refusalFor(item("https://shop.example"), page, page)).toBe("other-site");
});

describe("a card or a person", () => {
  it("goes into fields of the page's own origin alone, whatever the owner", () => {
    for (const top of HOSTS)
      for (const frame of HOSTS)
        expect([top, frame, refusalForOwn(`https://${top}/pay`, `https://${frame}/fields`)]).toEqual([
          top,
          frame,
          top === frame ? null : "other-frame",
        ]);
  });

  it.each([
    ["http://shop.example/", "http://shop.example/", "not-encrypted"],
    ["http://shop.example/", "https://shop.example/", "not-encrypted"],
    ["https://shop.example/", "http://shop.example/", "not-encrypted"],
    ["https://shop.example/", "about:srcdoc", "no-site"],
    ["https://shop.example/", "data:text/html,x", "no-site"],
    ["https://shop.example/", "", "no-site"],
    ["file:///tmp/x.html", "https://shop.example/", "no-site"],
  ] as const)("on %s in a frame at %j is refused: %s", (top, frame, refusal) => {
    expect(refusalForOwn(top, frame)).toBe(refusal);
  });
});

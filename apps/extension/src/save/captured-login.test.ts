import { describe, expect, it } from "vitest";
import { type CapturedLogin, isOver, isRefused, isSameHost, type KnownLogin, nextCaptured, offerFor, pageOf } from "./captured-login.ts";

const PAGE = "https://shop.example/login";
const captured = (more: Partial<CapturedLogin> = {}): CapturedLogin => ({
  username: "ann",
  current: "secret",
  next: "",
  page: PAGE,
  at: 0,
  offer: null,
  ...more,
});
const known = (more: Partial<KnownLogin> = {}): KnownLogin => ({
  id: "1",
  title: "Shop",
  username: "ann",
  password: "old",
  isSameHost: true,
  mayWrite: true,
  ...more,
});

describe("pageOf", () => {
  const SERVER = "https://vault.example";
  it("keeps nothing that follows the path", () => {
    expect(pageOf("https://shop.example/in?next=1#a", "https://shop.example/", SERVER)).toBe("https://shop.example/in");
    expect(pageOf("http://localhost:3000/in", "http://localhost:3000/", SERVER)).toBe("http://localhost:3000/in");
  });
  it.each([
    ["a frame of another site", "https://pay.example/", "https://shop.example/"],
    ["a page that is not encrypted", "http://shop.example/", "http://shop.example/"],
    ["the person's own server", `${SERVER}/login`, `${SERVER}/login`],
    ["a file", "file:///login.html", "file:///login.html"],
    ["no page", "about:blank", "about:blank"],
    ["nothing", "", ""],
  ])("is none of %s", (_, frame, top) => {
    expect(pageOf(frame, top, SERVER)).toBeNull();
  });
});

describe("capturedOf", () => {
  it("takes the user name from the step before on the same site alone, and not from one that was asked about", () => {
    const before = captured({ current: "" });
    const typed = { username: "", current: "secret", next: "" };
    expect(nextCaptured(typed, "https://shop.example/step2", before, 5)).toMatchObject({ username: "ann", current: "secret", at: 5 });
    expect(nextCaptured(typed, "https://other.example/", before, 5).username).toBe("");
    const asked = captured({ offer: { host: "shop.example", username: "ann", part: "password", updates: [] } });
    expect(nextCaptured(typed, PAGE, asked, 5).username).toBe("");
    expect(nextCaptured({ ...typed, username: "bob" }, PAGE, before, 5).username).toBe("bob");
  });
  it("leaves what is asked about to be answered when an address alone is sent, which counts for a password that follows it on that site", () => {
    const asked = captured({ offer: { host: "shop.example", username: "ann", part: "password", updates: [] } });
    const after = nextCaptured({ username: "bob", current: "", next: "" }, "https://other.example/news", asked, 5);
    expect(after).toMatchObject({ username: "ann", current: "secret", page: PAGE, at: 0, offer: asked.offer });
    const typed = { username: "", current: "another", next: "" };
    expect(nextCaptured(typed, "https://other.example/in", after, 6).after).toMatchObject({
      username: "bob",
      current: "another",
      offer: null,
    });
    expect(nextCaptured(typed, PAGE, after, 6).username).toBe("");
  });
  it("leaves what is asked about to be answered when another site sends a login, which is asked about then", () => {
    const asked = captured({ offer: { host: "shop.example", username: "ann", part: "password", updates: [] }, id: "1" });
    const typed = { username: "eve", current: "theirs", next: "" };
    const after = nextCaptured(typed, "https://evil.example/in", asked, 5);
    expect(after).toEqual({ ...asked, after: { ...typed, page: "https://evil.example/in", at: 5, offer: null } });
    expect(nextCaptured(typed, PAGE, asked, 5)).toMatchObject({ ...typed, page: PAGE, offer: null });
  });
});

describe("offerFor", () => {
  it("offers an unknown login as a new entry", () => {
    expect(offerFor(captured(), [])).toEqual({ host: "shop.example", username: "ann", part: "password", updates: [] });
    expect(offerFor(captured(), [known({ username: "bob" })])?.updates).toEqual([]);
  });
  it("says nothing of what is known as it is, however the name is written, nor without a password", () => {
    expect(offerFor(captured({ username: " ANN " }), [known({ password: "secret" })])).toBeNull();
    expect(offerFor(captured({ username: "" }), [known({ password: "secret" })])).toBeNull();
    expect(offerFor(captured({ current: "" }), [])).toBeNull();
  });
  it("offers to replace the password of the entry with that name, on this very host, where the user may write", () => {
    expect(offerFor(captured(), [known()])?.updates).toEqual([{ id: "1", title: "Shop", username: "ann" }]);
    expect(offerFor(captured(), [known({ isSameHost: false })])?.updates).toEqual([]);
    expect(offerFor(captured(), [known({ mayWrite: false })])?.updates).toEqual([]);
  });
  it("offers to replace the user name where the only login of this host was used with its password under another name", () => {
    const renamed = known({ username: "ann.old", password: "secret" });
    expect(offerFor(captured(), [renamed])).toMatchObject({ part: "username", updates: [{ id: "1", username: "ann.old" }] });
    // Two accounts may have one password.
    expect(offerFor(captured(), [renamed, known({ id: "2", username: "bob" })])).toMatchObject({ part: "password", updates: [] });
    for (const other of [{ isSameHost: false }, { mayWrite: false }, { password: "other" }])
      expect(offerFor(captured(), [{ ...renamed, ...other }])).toMatchObject({ part: "password", updates: [] });
    expect(offerFor(captured({ next: "newer" }), [renamed])).toMatchObject({ part: "password" });
  });
  it("lets the user choose where a form names no user, and knows the entry where the form asks for the old password", () => {
    const two = [known(), known({ id: "2", username: "bob", password: "older" })];
    expect(offerFor(captured({ username: "", current: "", next: "new" }), two)?.updates.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(offerFor(captured({ username: "", current: "older", next: "new" }), two)?.updates.map(({ id }) => id)).toEqual(["2"]);
    // Typed wrongly, it tells nothing.
    expect(offerFor(captured({ username: "", current: "??", next: "new" }), two)?.updates).toHaveLength(2);
  });

  const theirs = known({ id: "t", title: "Bank", onlyIfChosen: true, readers: { owner: { sharedBy: "eve@example.com" } } });
  const inOrder = (typed: Partial<CapturedLogin>, ...logins: KnownLogin[]) =>
    offerFor(captured(typed), logins)?.updates.map(({ id, onlyIfChosen = false }) => (onlyIfChosen ? `(${id})` : id));
  it("puts what another person reads last, with who that is, and preselects none of it", () => {
    expect(offerFor(captured(), [theirs])?.updates).toEqual([
      { id: "t", title: "Bank", username: "ann", onlyIfChosen: true, readers: { owner: { sharedBy: "eve@example.com" } } },
    ]);
    expect(inOrder({}, theirs, known())).toEqual(["1", "(t)"]);
  });
  it("preselects what was filled in here first, another's too", () => {
    expect(inOrder({}, known(), known({ id: "t", isUsedHere: true }))).toEqual(["t", "1"]);
  });
  it("preselects nothing where only another person's login has the old password", () => {
    const change = { username: "", current: "older", next: "new" };
    expect(inOrder(change, { ...theirs, password: "older" }, known())).toEqual(["(1)", "(t)"]);
    expect(inOrder(change, { ...theirs, password: "older" }, known({ password: "older" }))).toEqual(["1", "(t)"]);
  });
  it("offers no user name of another person's login to be replaced, and is not misled by one that is there", () => {
    const renamed = { username: "ann.old", password: "secret" };
    expect(offerFor(captured(), [{ ...theirs, ...renamed }])).toMatchObject({ part: "password", updates: [] });
    const planted = { ...theirs, username: "bob" };
    expect(offerFor(captured(), [planted, known(renamed)])).toMatchObject({ part: "username", updates: [{ id: "1" }] });
  });
});

describe("isRefused", () => {
  it.each<[string, Partial<CapturedLogin>, string, Parameters<typeof isRefused>[2], boolean]>([
    ["the same form again", {}, PAGE, ["username", "current-password"], true],
    ["the password asked for again at the same place", {}, PAGE, ["current-password"], true],
    ["a whole login elsewhere on the site", {}, "https://shop.example/retry", ["username", "current-password"], true],
    ["a page that asks for the password only, elsewhere", {}, "https://shop.example/account", ["current-password"], false],
    ["a page to change it", {}, "https://shop.example/account", ["username", "current-password", "new-password"], false],
    ["a page without a form", {}, "https://shop.example/home", [], false],
    ["another site", {}, "https://other.example/login", ["username", "current-password"], false],
    ["a change that is asked for again", { next: "new" }, PAGE, ["current-password", "new-password"], true],
    ["the sign-in after a change", { next: "new" }, "https://shop.example/in", ["username", "current-password"], false],
  ])("knows %s", (_, more, now, asked, isAgain) => {
    expect(isRefused(captured(more), now, asked)).toBe(isAgain);
  });
});

it("waits two minutes for a page that takes it, and ten for an answer", () => {
  const offer = { host: "", username: "", part: "password", updates: [] } as const;
  expect([119_999, 120_001].map((now) => isOver(captured(), now))).toEqual([false, true]);
  expect([599_999, 600_001].map((now) => isOver(captured({ offer }), now))).toEqual([false, true]);
});

it.each([
  ["https://shop.example/in", true],
  ["shop.example", true],
  ["https://www.shop.example", true],
  ["https://shop.example:8443", false],
  ["https://my.shop.example", false],
  ["not an address", false],
])("%j is the host of the page: %s", (saved, isIt) => {
  expect(isSameHost(saved, PAGE)).toBe(isIt);
});

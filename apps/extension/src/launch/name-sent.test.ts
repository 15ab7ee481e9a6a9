import { expect, it } from "vitest";
import { freshSessionArea } from "../testing/session-area.ts";
import { nameSentIn } from "./name-sent.ts";

const session = freshSessionArea();
const [TAB, NAME_PAGE, PASSWORD_PAGE] = [7, "https://shop.example/name", "https://login.shop.example/password"];

const SENT = { username: "bob", current: "", next: "", page: NAME_PAGE, offer: null };
const OFFER = { host: "shop.example", username: "ann", part: "password", updates: [] };
const ASKED = { username: "ann", current: "Tulips2024", next: "", page: NAME_PAGE, offer: OFFER };
const kept = (captured: object): unknown => session().set("captured", { [TAB]: { ...captured, at: Date.now() } });
const name = (page = PASSWORD_PAGE, tab = TAB): Promise<string> => nameSentIn(tab, page);

it("a name that was sent on its own counts on the next page of its site, in its tab", async () => {
  expect(await name()).toBe("");
  kept(SENT);
  expect(await name()).toBe("bob");
  expect([await name("https://other.example/"), await name(PASSWORD_PAGE, 8)]).toEqual(["", ""]);
});

it("one that went with a password counts no more", async () => {
  kept({ ...SENT, current: "Tulips2024" });
  expect(await name()).toBe("");
});

it("while a question is open, a name that was sent since counts, and not that of the question", async () => {
  kept(ASKED);
  expect(await name()).toBe("");
  kept({ ...ASKED, since: { username: "bob", page: NAME_PAGE } });
  expect(await name()).toBe("bob");
  expect(await name("https://other.example/")).toBe("");
});

import { describe, expect, it, vi } from "vitest";
import { controlOf } from "./controls.ts";
import { DECRYPTION_FAILED, type Item } from "./item.ts";
import { KIND_NAMES, type KindName, kindOf } from "./kinds.ts";
import { buildIndex, countFound, foldAhead, search } from "./search.ts";
import { writeTags } from "./structured-fields.ts";
import { anItem } from "./testing/an-item.ts";

const vaults = new Map([
  ["v1", "Arbeit & Büro"],
  ["v2", "Home"],
]);
const items: readonly Item[] = [
  anItem(
    "password",
    { title: "GitHub", username: "ann@example.com", website_url: "https://github.com", password: "topsecret" },
    { id: "github", categoryId: "v1", favourite: true },
  ),
  anItem(
    "password",
    { title: "My GitLab", username: "git", website_url: "https://gitlab.com", password_strength: "Weak" },
    { id: "gitlab", categoryId: "v2" },
  ),
  anItem("note", { name: "Crème brûlée", notes: "sugar, git, cream" }, { id: "note", isOwner: false }),
  anItem("card", { name: "Visa", card_holder_name: "ANN LEE", card_number: "4111111111111111", cvv: "987" }, { id: "card" }),
  anItem("bank", { name: "Giro", bank_name: "Ｓｐａｒ Bank", account_number: "555000111" }, { id: "bank", categoryId: "v1" }),
  anItem("personal", { name: "Ann", first_name: "Ann", last_name: "Lee", tags: writeTags(["family", "Papers"]) }, { id: "ann" }),
];
const index = buildIndex(items, vaults);
const ids = (query: string) => search(index, query).map(({ item }) => item.id);

describe("search", () => {
  it.each([
    ["git", ["github", "gitlab", "note"]],
    ["GITHUB ann", ["github"]],
    ["lee ann", ["card", "ann"]],
    ["creme", ["note"]],
    ["spar", ["bank"]],
    ['"my git"', ["gitlab"]],
    ["in:arbeit", ["github", "bank"]],
    ["in:buro git", ["github"]],
    ['in:"arbeit & büro"', ["github", "bank"]],
    ["in:unassigned", ["note", "card", "ann"]],
    ["type:card", ["card"]],
    ["type:login", []],
    ["type:pass git", ["github", "gitlab"]],
    ["type:bank", ["bank"]],
    ["tag:papers", ["ann"]],
    ["is:favourite", ["github"]],
    ["IS:favorite", ["github"]],
    ["is:weak", ["gitlab"]],
    ["is:shared", ["note"]],
    ["is:trashed", []],
    ["is:nothing", []],
    ["https://git", ["github", "gitlab"]],
    ["   ", ["github", "gitlab", "note", "card", "bank", "ann"]],
    ["nowhere", []],
  ])("finds %j in %j", (query, expected) => expect(ids(query)).toEqual(expected));

  it("counts what it finds, and knows guesses as such", () => {
    const queries = ["git", "ann", "lee ann", "e", "1", "in:arbeit", "is:weak", '"my git"', "nowhere", "githbu", "brulee crme", "   "];
    for (const query of queries) {
      const found = search(index, query);
      const sure = found.some(({ guessed }) => !guessed);
      expect(countFound(index, query), query).toEqual({ count: found.length, sure });
    }
    expect(countFound(index, "githbu")).toEqual({ count: 1, sure: false });
  });

  it("finds the same in what was prepared for it, part by part", () => {
    const many = Array.from({ length: 120 }, (_, at) => anItem("password", { title: `Site ${at}` }, { id: `s${at}` }));
    const turns = [...foldAhead(many, vaults)].length;
    expect(turns).toBe(3);
    expect(search(buildIndex(many, vaults), "site 11").length).toBe(11);
  });

  it("puts titles that begin with the first word before all others, whatever their order in the vault", () => {
    const inVault = [
      anItem("note", { name: "Diary", notes: "git" }, { id: "field" }),
      anItem("password", { title: "My git", username: "x" }, { id: "title" }),
      anItem("password", { title: "Git host", username: "x" }, { id: "begins" }),
    ];
    const found = (query: string) => search(buildIndex(inVault, vaults), query).map(({ item }) => item.id);
    expect(found("git")).toEqual(["begins", "title", "field"]);
    expect(found("git host")).toEqual(["begins"]);
  });

  it("reports in which field", () => {
    expect(search(index, "git").map(({ field }) => field)).toEqual(["title", "title", "notes"]);
    expect(search(index, "is:weak").map(({ field }) => field)).toEqual([null]);
  });

  it.each(["topsecret", "4111", "987", "555000"])("never finds by the secret %s", (query) => expect(ids(query)).toEqual([]));
  it.each(KIND_NAMES)("searches no secret field of a %s", (kind: KindName) => {
    for (const name of kindOf(kind).search) expect(controlOf(kindOf(kind).fields[name]?.control ?? "password").secret).toBe(false);
  });

  it.each([
    ["githib", ["github"]],
    ["gihub ann", ["github"]],
    ["is:favourite githib", ["github"]],
    ["type:note githib", []],
    ["creem", ["note"]],
    ["topsecrat", []],
  ])("corrects the typo in %j: %j", (query, expected) => expect(ids(query)).toEqual(expected));

  it("adds corrected results only when little was found, after the exact ones", () => {
    const sites = ["Gitea one", "Gitea two", "Gitae"].map((title, n) => anItem("password", { title }, { id: `${n}` }));
    const names = (query: string, shown: readonly Item[]) => search(buildIndex(shown, vaults), query).map(({ item }) => item.id);
    expect(names("gitea", sites)).toEqual(["0", "1", "2"]);
    expect(names("gitea", [...sites, anItem("password", { title: "Gitea" }, { id: "3" })])).toEqual(["0", "1", "3"]);
    expect(search(buildIndex(sites, vaults), "giaet").map(({ field }) => field)).toEqual([]);
    expect(search(index, "githib").map(({ field }) => field)).toEqual(["title"]);
  });

  it("does not search the message shown for items that do not open", () => {
    expect(search(buildIndex([anItem("note", { name: DECRYPTION_FAILED })], vaults), "decryption")).toEqual([]);
  });

  it("lets the caller define what is in the trash", () => {
    const trash = buildIndex(items, vaults, { trashed: ({ id }) => id === "card" });
    expect(search(trash, "is:trashed").map(({ item }) => item.id)).toEqual(["card"]);
  });

  it("finds the same after other searches of the same list as before any, letter by letter and back", () => {
    const typed = ["git ann", "ann git", "is:weak git", "gihub", "creme", '"my git"', "g", "nowhere", "ann in:buro"];
    const letters = typed.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)));
    const used = buildIndex(items, vaults);
    for (const query of [...letters, ...letters.toReversed()]) {
      const fresh = buildIndex(items, vaults);
      expect({ query, found: search(used, query) }).toEqual({ query, found: search(fresh, query) });
      expect(countFound(used, query)).toEqual(countFound(fresh, query));
    }
  });

  it("fetches no text of an item for what it finds, and compares a search that was just counted no second time", () => {
    const many = Array.from({ length: 1_000 }, (_, n) => anItem("password", { title: `Site ${n}`, username: "ann" }, { id: String(n) }));
    const built = buildIndex(many, vaults);
    let looks = 0;
    const counting = (entry: (typeof built.entries)[number]) => ({
      ...entry,
      get whole() {
        looks++;
        return entry.whole;
      },
    });
    const counted = { ...built, entries: built.entries.map(counting) };
    const compares = vi.spyOn(String.prototype, "indexOf");
    expect(countFound(counted, "99 site").count).toBe(19);
    const once = compares.mock.calls.length;
    expect(once).toBeLessThanOrEqual(19 + 1 + 1_000 + 1);
    expect(search(counted, "99 site")).toHaveLength(19);
    expect(compares).toHaveBeenCalledTimes(once);
    compares.mockRestore();
    expect(looks).toBe(0);
    expect(search(counted, "99 site")).toBe(search(counted, "99 site"));
  });

  it("finds, corrects and finds nothing among 10,000 items too", () => {
    const many = Array.from({ length: 10_000 }, (_, n) =>
      anItem("password", { title: `Site ${n} ümlaut`, username: `user${n}@example.com`, website_url: `https://site${n}.example` }),
    );
    const large = buildIndex(many, vaults);
    expect(search(large, "umlaut 1999 example").length).toBe(1);
    expect(search(large, "unlaut").length).toBe(20);
    expect(search(large, "entirelyabsent").length).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import type { Item } from "../items/item.ts";
import { anItem } from "../items/testing/an-item.ts";
import {
  duplicateGroups,
  type ExistingItem,
  existingFinder,
  filterCandidates,
  newCandidates,
  removeCandidates,
  reviewOf,
  suspectFinder,
} from "./duplicates.ts";
import { type Candidate, readImport } from "./import.ts";
import { passwordUpdates } from "./password-updates.ts";

const rows = (...lines: string[]) =>
  readImport({ sourceId: "other", text: ["type,name,folder,username,password,website_url,notes,card_number", ...lines].join("\n") })
    .candidates;
const candidates = rows(
  "password,GitHub,Work,ann,secret,https://github.com,,",
  "password,GITHUB,,ANN,SECRET,HTTPS://github.com,other notes,",
  "password,GitLab,,ann,secret,https://gitlab.com,,",
  "password,gitlab,,ann,secret,https://gitlab.com,,",
  "password,GitLab,,ann,Secret,https://gitlab.com,,",
  "password,Single,,,p,https://single.example,,",
  "note,Diary,,,,,Monday,",
  "note,Diary,,,,,Tuesday,",
);
const groupsOf = (review: { duplicateGroups: readonly { duplicates: readonly string[] }[] }) =>
  review.duplicateGroups.map((group) => group.duplicates);

/** Each with an id of its own. */
const withIds = (existing: readonly Omit<ExistingItem, "id">[]): ExistingItem[] =>
  existing.map((item, index) => ({ id: `item-${index + 1}`, ...item }));
function knownOf(existing: readonly ExistingItem[], isWhole: boolean, candidates: readonly Candidate[]) {
  const finder = existingFinder(isWhole);
  finder.add(existing);
  return finder.among(candidates);
}
const markExisting = (candidates: readonly Candidate[], existing: readonly Omit<ExistingItem, "id">[]) =>
  knownOf(withIds(existing), false, candidates).existing;
const compareWhole = (candidates: readonly Candidate[], existing: readonly Omit<ExistingItem, "id">[]) =>
  knownOf(withIds(existing), true, candidates);
function suspectedExisting(candidates: readonly Candidate[], items: readonly Item[], vaultNames: ReadonlyMap<string, string>) {
  const finder = suspectFinder(vaultNames);
  finder.add(candidates);
  return finder.among(items);
}

describe("duplicateGroups", () => {
  it("groups what differs in case only (spec 3 §5)", () => {
    expect(duplicateGroups(candidates)).toEqual([{ duplicates: ["row-1", "row-2"] }, { duplicates: ["row-3", "row-4", "row-5"] }]);
  });
  it("keeps apart notes of one name with other texts", () => expect(duplicateGroups(candidates.slice(6))).toEqual([]));
});

describe("markExisting", () => {
  const login = {
    title: "github",
    username: "ANN",
    password: "secret",
    website_url: "https://GITHUB.com",
    favicon_url: "x",
    password_strength: "Weak",
  };
  const first = candidates.slice(0, 1);

  it("ignores case but not that of the password (spec 3 §4)", () => {
    expect([...markExisting(first, [{ kind: "password", fields: login, folder: "work" }])]).toEqual(["row-1"]);
    expect(markExisting(first, [{ kind: "password", fields: { ...login, password: "SECRET" }, folder: "work" }]).size).toBe(0);
  });
  it("needs the same name, site, user name and folder", () => {
    for (const fields of [{ title: "x" }, { website_url: "https://gitlab.com" }, { username: "bob" }]) {
      expect(markExisting(first, [{ kind: "password", fields: { ...login, ...fields }, folder: "Work" }]).size).toBe(0);
    }
    expect(markExisting(first, [{ kind: "password", fields: login, folder: "" }]).size).toBe(0);
  });
  it("takes a note for existing only when its text is the same", () => {
    expect([...markExisting(candidates, [{ kind: "note", fields: { name: "diary", notes: "Tuesday" }, folder: "" }])]).toEqual(["row-8"]);
  });
  it("finds again everything that was imported, nameless rows too", () => {
    const nameless = rows("password,,Work,ann,p,,,", "card_details,,,,,,,4111", "personal_details,Ann,,login,,,,");
    const stored = nameless.map(({ kind, fields, folder }) => ({ kind, fields: { ...fields, password_strength: "Weak" }, folder }));
    expect(markExisting(nameless, stored).size).toBe(3);
  });
});

describe("compareWhole", () => {
  const stored = candidates.map(({ kind, fields, folder }) => ({ kind, fields: { ...fields }, folder }));

  it("knows again what is there to the last field, whatever strength was kept beside it", () => {
    const known = compareWhole(
      candidates,
      stored.map((item) => ({ ...item, fields: { ...item.fields, password_strength: "?" } })),
    );
    expect([known.existing.size, known.differing.size]).toEqual([candidates.length, 0]);
  });
  it.each(["notes", "tags", "totp", "password_history", "custom_fields"])(
    "tells a login of which only the %s differ from one that is there",
    (name) => {
      const other = stored.map((item) => ({ ...item, fields: { ...item.fields, [name]: "changed" } }));
      const { existing, differing } = compareWhole(candidates.slice(0, 1), other.slice(0, 1));
      expect([[...existing], [...differing]]).toEqual([[], ["row-1"]]);
    },
  );
  it("says nothing of what is new", () => {
    expect(compareWhole(candidates, [])).toEqual({ existing: new Set(), differing: new Set(), changed: new Map() });
  });
});

describe("suspectedExisting", () => {
  it("names the items worth opening, judged by what lists already show", () => {
    const items = [
      anItem("password", { title: "GITHUB", username: "ann", website_url: "https://github.com" }, { id: "same", categoryId: "v1" }),
      anItem("password", { title: "GitHub", username: "bob", website_url: "https://github.com" }, { id: "another", categoryId: "v1" }),
      anItem(
        "password",
        { title: "GitHub", username: "ann", website_url: "https://github.com" },
        { id: "same login elsewhere", categoryId: "v2" },
      ),
      anItem("note", { name: "diary" }, { id: "note" }),
    ];
    expect(
      suspectedExisting(
        candidates,
        items,
        new Map([
          ["v1", "Work"],
          ["v2", "Home"],
        ]),
      ),
    ).toEqual(["same", "same login elsewhere", "note"]);
  });
});

describe("the label of an item", () => {
  const suspects = (line: string, kind: "password" | "personal" | "note", fields: Record<string, string>) =>
    suspectedExisting(rows(line), [anItem(kind, fields, { id: "it" })], new Map());

  it("is its title, user name and address, whatever their case and however an accent is written", () => {
    const fields = { title: "caf\u00e9", username: "ANN", website_url: "https://X.example" };
    expect(suspects("password,CAFE\u0301,,ann,p,https://x.example,,", "password", fields)).toEqual(["it"]);
  });
  it.each([
    ["user name", "password,Shop,,bob,p,https://x.example,,"],
    ["address", "password,Shop,,ann,p,https://y.example,,"],
    ["kind", "note,Shop,,,,,text,"],
  ])("is another one with another %s", (_, line) => {
    expect(suspects(line, "password", { title: "Shop", username: "ann", website_url: "https://x.example" })).toEqual([]);
  });
  it.each([
    ["title", "password,Other,,ann,p,,,"],
    ["folder", "password,Shop,Work,ann,p,,,"],
  ])("is another one with another %s, where no site says that it is the same login", (_, line) => {
    expect(suspects(line, "password", { title: "Shop", username: "ann", website_url: "" })).toEqual([]);
  });
  it("leaves out what lists do not open: the hidden user name of a person", () => {
    expect(suspects("personal_details,Ann,,ann.lee,,,,", "personal", { name: "Ann" })).toEqual(["it"]);
  });
  it("tells a title from a user name of the same text", () => {
    expect(suspects("password,ann,,shop,p,,,", "password", { title: "shop", username: "ann", website_url: "" })).toEqual([]);
  });
});

describe("review", () => {
  const review = reviewOf(candidates, { existing: new Set(["row-6"]), differing: new Set(["row-3", "row-5"]) });

  it("counts; duplicate is the sum of all groups (spec 3 §3)", () => {
    expect(review.counts).toEqual({ all: 8, complete: 7, incomplete: 1, duplicate: 5, existing: 1 });
  });
  it("removes from groups and counts anew (spec 3 §4)", () => {
    const without = removeCandidates(review, ["row-3", "row-6"]);
    expect(groupsOf(without)).toEqual([
      ["row-1", "row-2"],
      ["row-4", "row-5"],
    ]);
    expect(without.counts).toEqual({ all: 6, complete: 6, incomplete: 0, duplicate: 4, existing: 0 });
  });
  it("has no group where one is left of a pair, and none of what is gone", () => {
    expect(groupsOf(removeCandidates(review, ["row-1", "row-3", "row-4", "row-5"]))).toEqual([]);
    expect(removeCandidates(review, ["row-1"]).counts.duplicate).toBe(3);
  });
  it("forgets what is removed among those that differ", () => {
    expect([...removeCandidates(review, ["row-3"]).differing]).toEqual(["row-5"]);
  });
  it("leaves the first review as it was", () => {
    removeCandidates(
      review,
      candidates.map(({ id }) => id),
    );
    expect(review.counts.all).toBe(8);
  });
  it.each([
    ["all", "", 8],
    ["all", "  GITH ", 2],
    ["all", "ann", 5],
    ["complete", "git", 5],
    ["incomplete", "", 1],
    ["duplicate", "gitlab", 3],
    ["existing", "", 1],
    ["existing", "git", 0],
  ] as const)("lists %s with %j", (filter, search, count) => expect(filterCandidates(review, { filter, search })).toHaveLength(count));
  it("writes only what is selected and new (spec 3 §5)", () => {
    expect(newCandidates(review, new Set(["row-1", "row-6", "row-99"])).map(({ id }) => id)).toEqual(["row-1"]);
  });
});

describe("a login that is there with another password", () => {
  const item = (password: string, fields: object = {}) => ({
    kind: "password" as const,
    folder: "Private",
    fields: { title: "Hub", username: "ann ", password, website_url: "https://github.com/settings", ...fields },
  });
  const file = rows(
    "password,GitHub,Work,ANN,new,https://github.com/login,,",
    "password,GitHub,,bob,new,https://github.com,,",
    "note,N,,,,,text,",
  );
  const changedIn = (...items: Omit<ExistingItem, "id">[]) => [...(knownOf(withIds(items), false, file).changed ?? [])];

  it("is found by site and user, whatever its name, folder and path", () => expect(changedIn(item("old"))).toEqual([["row-1", "item-1"]]));
  it("is none where the password is the same, or the file has none", () => {
    expect(changedIn(item("new"))).toEqual([]);
    const bare = rows("password,GitHub,,ann,,https://github.com,,");
    expect(knownOf(withIds([item("old")]), false, bare).changed?.size).toBe(0);
  });
  it("is none where two items could be meant", () => expect(changedIn(item("old"), item("older"))).toEqual([]));
  it("is opened to be compared", () =>
    expect(
      suspectedExisting(file, [anItem("password", item("old").fields, { id: "x" }), anItem("password", { title: "Other" })], new Map()),
    ).toEqual(["x"]));

  const review = reviewOf(file, { existing: new Set(), differing: new Set(), changed: new Map([["row-1", "item-1"]]) });
  const all = new Set(file.map(({ id }) => id));
  it.each([
    ["both", ["row-1", "row-2", "row-3"], []],
    ["update", ["row-2", "row-3"], [{ itemId: "item-1", password: "new" }]],
    ["skip", ["row-2", "row-3"], []],
  ] as const)("is written, updated or left, as somebody says: %s", (choice, written, updated) => {
    expect(newCandidates(review, all, choice).map(({ id }) => id)).toEqual(written);
    expect(passwordUpdates(review, all, choice)).toEqual(updated);
  });
  it("is not updated where it is not selected, or was removed", () => {
    expect(passwordUpdates(review, new Set(["row-2"]), "update")).toEqual([]);
    expect(removeCandidates(review, ["row-1"]).changed.size).toBe(0);
  });
});

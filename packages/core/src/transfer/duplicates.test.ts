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

/** Adds unique ids. */
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
  it("groups candidates that differ only in case (spec 3 §5)", () => {
    expect(duplicateGroups(candidates)).toEqual([{ duplicates: ["row-1", "row-2"] }, { duplicates: ["row-3", "row-4", "row-5"] }]);
  });
  it("separates notes with the same name and different texts", () => expect(duplicateGroups(candidates.slice(6))).toEqual([]));
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

  it("ignores case except in the password (spec 3 §4)", () => {
    expect([...markExisting(first, [{ kind: "password", fields: login, folder: "work" }])]).toEqual(["row-1"]);
    expect(markExisting(first, [{ kind: "password", fields: { ...login, password: "SECRET" }, folder: "work" }]).size).toBe(0);
  });
  it("requires the same name, site, user name and folder", () => {
    for (const fields of [{ title: "x" }, { website_url: "https://gitlab.com" }, { username: "bob" }]) {
      expect(markExisting(first, [{ kind: "password", fields: { ...login, ...fields }, folder: "Work" }]).size).toBe(0);
    }
    expect(markExisting(first, [{ kind: "password", fields: login, folder: "" }]).size).toBe(0);
  });
  it("treats a note as existing only if its text is the same", () => {
    expect([...markExisting(candidates, [{ kind: "note", fields: { name: "diary", notes: "Tuesday" }, folder: "" }])]).toEqual(["row-8"]);
  });
  it("recognizes everything that was imported, including rows without a name", () => {
    const nameless = rows("password,,Work,ann,p,,,", "card_details,,,,,,,4111", "personal_details,Ann,,login,,,,");
    const stored = nameless.map(({ kind, fields, folder }) => ({ kind, fields: { ...fields, password_strength: "Weak" }, folder }));
    expect(markExisting(nameless, stored).size).toBe(3);
  });
});

describe("compareWhole", () => {
  const stored = candidates.map(({ kind, fields, folder }) => ({ kind, fields: { ...fields }, folder }));

  it("recognizes items equal in every field, ignoring the stored strength", () => {
    const known = compareWhole(
      candidates,
      stored.map((item) => ({ ...item, fields: { ...item.fields, password_strength: "?" } })),
    );
    expect([known.existing.size, known.differing.size]).toEqual([candidates.length, 0]);
  });
  it.each(["notes", "tags", "totp", "password_history", "custom_fields"])(
    "distinguishes a login that differs from an existing one only in its %s",
    (name) => {
      const other = stored.map((item) => ({ ...item, fields: { ...item.fields, [name]: "changed" } }));
      const { existing, differing } = compareWhole(candidates.slice(0, 1), other.slice(0, 1));
      expect([[...existing], [...differing]]).toEqual([[], ["row-1"]]);
    },
  );
  it("reports nothing for new items", () => {
    expect(compareWhole(candidates, [])).toEqual({ existing: new Set(), differing: new Set(), changed: new Map() });
  });
});

describe("suspectedExisting", () => {
  it("selects the items worth opening by their overview fields", () => {
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

  it("is its title, user name and address, ignoring case and the encoding of accents", () => {
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
  ])("is another one with another %s, if no site shows that it is the same login", (_, line) => {
    expect(suspects(line, "password", { title: "Shop", username: "ann", website_url: "" })).toEqual([]);
  });
  it("leaves out fields that lists do not open, such as the hidden user name of a person", () => {
    expect(suspects("personal_details,Ann,,ann.lee,,,,", "personal", { name: "Ann" })).toEqual(["it"]);
  });
  it("distinguishes a title from a user name with the same text", () => {
    expect(suspects("password,ann,,shop,p,,,", "password", { title: "shop", username: "ann", website_url: "" })).toEqual([]);
  });
});

describe("review", () => {
  const review = reviewOf(candidates, { existing: new Set(["row-6"]), differing: new Set(["row-3", "row-5"]) });

  it("counts; duplicate is the sum of all groups (spec 3 §3)", () => {
    expect(review.counts).toEqual({ all: 8, complete: 7, incomplete: 1, duplicate: 5, existing: 1 });
  });
  it("removes from groups and updates the counts (spec 3 §4)", () => {
    const without = removeCandidates(review, ["row-3", "row-6"]);
    expect(groupsOf(without)).toEqual([
      ["row-1", "row-2"],
      ["row-4", "row-5"],
    ]);
    expect(without.counts).toEqual({ all: 6, complete: 6, incomplete: 0, duplicate: 4, existing: 0 });
  });
  it("has no group for a single remaining candidate, and none of removed ones", () => {
    expect(groupsOf(removeCandidates(review, ["row-1", "row-3", "row-4", "row-5"]))).toEqual([]);
    expect(removeCandidates(review, ["row-1"]).counts.duplicate).toBe(3);
  });
  it("drops removed candidates from the differing ones", () => {
    expect([...removeCandidates(review, ["row-3"]).differing]).toEqual(["row-5"]);
  });
  it("does not change the original review", () => {
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
  it("writes only selected, new candidates (spec 3 §5)", () => {
    expect(newCandidates(review, new Set(["row-1", "row-6", "row-99"])).map(({ id }) => id)).toEqual(["row-1"]);
  });
});

describe("an existing login with another password", () => {
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

  it("is found by site and user, ignoring name, folder and path", () => expect(changedIn(item("old"))).toEqual([["row-1", "item-1"]]));
  it("is not reported if the password is the same, or the file has none", () => {
    expect(changedIn(item("new"))).toEqual([]);
    const bare = rows("password,GitHub,,ann,,https://github.com,,");
    expect(knownOf(withIds([item("old")]), false, bare).changed?.size).toBe(0);
  });
  it("is not reported if it could be either of two items", () => expect(changedIn(item("old"), item("older"))).toEqual([]));
  it("is opened for the comparison", () =>
    expect(
      suspectedExisting(file, [anItem("password", item("old").fields, { id: "x" }), anItem("password", { title: "Other" })], new Map()),
    ).toEqual(["x"]));

  const review = reviewOf(file, { existing: new Set(), differing: new Set(), changed: new Map([["row-1", "item-1"]]) });
  const all = new Set(file.map(({ id }) => id));
  it.each([
    ["both", ["row-1", "row-2", "row-3"], []],
    ["update", ["row-2", "row-3"], [{ itemId: "item-1", password: "new" }]],
    ["skip", ["row-2", "row-3"], []],
  ] as const)("is written, updated or skipped by the user's choice: %s", (choice, written, updated) => {
    expect(newCandidates(review, all, choice).map(({ id }) => id)).toEqual(written);
    expect(passwordUpdates(review, all, choice)).toEqual(updated);
  });
  it("is not updated if it is not selected or was removed", () => {
    expect(passwordUpdates(review, new Set(["row-2"]), "update")).toEqual([]);
    expect(removeCandidates(review, ["row-1"]).changed.size).toBe(0);
  });
});

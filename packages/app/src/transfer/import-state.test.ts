/** The steps of the import wizard, and its messages. */
import { newCandidates, reviewOf } from "@coffer/core/transfer/duplicates";
import { readImport } from "@coffer/core/transfer/import";
import { describe, expect, it } from "vitest";
import { failureBanner, importedMessage, warnings } from "./banners.ts";
import { type ImportAction, type ImportState, importReducer, type ReadFile, type ReviewState, START } from "./import-state.ts";

const text = [
  "name,url,username,password,note",
  "GitHub,https://github.com,ada,one,",
  "GitHub,https://github.com,ada,one,",
  "Mail,https://mail.example,,two,",
  "Known,https://known.example,bob,three,",
].join("\n");
const { candidates, errors } = readImport({ sourceId: "chrome", text });
const ids = candidates.map(({ id }) => id);
const [first = "", second = "", third = "", known = ""] = ids;
const file: ReadFile = {
  sourceId: "chrome",
  text,
  errors,
  vaults: [],
  review: reviewOf(candidates, { existing: new Set([known]), differing: new Set() }),
};

const play = (...actions: ImportAction[]): ImportState => actions.reduce(importReducer, START);
const CHOSE: ImportAction = { type: "chose", sourceId: "chrome" };
const reviewed = (...more: ImportAction[]): ReviewState => {
  const state = play(CHOSE, { type: "reading" }, { type: "read", file }, ...more);
  if (!("review" in state)) throw new Error(`is at ${state.step}`);
  return state;
};

describe("the import wizard", () => {
  it("goes from the source to the file to the review (spec 3 §4)", () => {
    expect(play(CHOSE)).toMatchObject({ step: "upload", sourceId: "chrome" });
    expect(reviewed()).toMatchObject({ step: "review", sourceId: "chrome", failure: null });
  });

  it("goes one step back at a time", () => {
    const upload = importReducer(reviewed(), { type: "back" });
    expect(upload).toMatchObject({ step: "upload", sourceId: "chrome" });
    expect(importReducer(upload, { type: "back" })).toEqual(START);
    expect(importReducer(START, { type: "back" })).toEqual(START);
  });

  it("stays at the file when it cannot be read, and says why", () => {
    const refused = play(CHOSE, { type: "reading" }, { type: "unreadable", error: "no" });
    expect(refused).toMatchObject({ step: "upload", reading: false, error: "no" });
  });

  it("does not open the review of a file whose reading was left", () => {
    expect(play(CHOSE, { type: "reading" }, { type: "back" }, { type: "read", file })).toEqual(START);
  });

  it("opens the review of a file dropped on the first step, and goes back to its source", () => {
    const review = play({ type: "reading" }, { type: "read", file });
    expect(review).toMatchObject({ step: "review", sourceId: "chrome" });
    expect(importReducer(review, { type: "back" })).toMatchObject({ step: "upload", sourceId: "chrome" });
    expect(play({ type: "reading" }, { type: "unreadable", error: "no" })).toMatchObject({
      step: "select",
      reading: false,
      error: "no",
    });
  });

  it("asks a sealed backup for its password, and shows what it holds once it is open", () => {
    const backup: ReadFile = { ...file, sourceId: "coffer" };
    const locked = play({ type: "reading" }, { type: "sealed", sourceId: "coffer", sealed: "{}" });
    expect(locked).toEqual({ step: "locked", sourceId: "coffer", sealed: "{}" });
    expect(importReducer(locked, { type: "read", file: backup }).step).toBe("review");
    expect(importReducer(locked, { type: "read", file })).toBe(locked);
    expect(importReducer(locked, { type: "back" })).toMatchObject({ step: "upload", sourceId: "coffer" });
  });

  it("does not open the review of a file from another source than is chosen by now", () => {
    const state = play({ type: "chose", sourceId: "firefox" }, { type: "reading" }, { type: "read", file });
    expect(state).toMatchObject({ step: "upload", sourceId: "firefox" });
  });

  it("chooses everything that is new at first", () => {
    expect([...reviewed().selected]).toEqual([first, second, third]);
  });

  it("adds to the choice and takes from it", () => {
    const state = reviewed({ type: "selected", ids: [first, second], on: false }, { type: "selected", ids: [known], on: true });
    expect([...state.selected]).toEqual([third, known]);
  });

  it("drops removed rows from list, choice, groups and counts (spec 3 §4)", () => {
    const state = reviewed({ type: "removed", ids: [second, known] });
    expect(state.review.counts).toEqual({ all: 2, complete: 1, incomplete: 1, duplicate: 0, existing: 0 });
    expect(state.review.duplicateGroups).toEqual([]);
    expect([...state.selected]).toEqual([first, third]);
  });

  it("counts progress upwards only, and ends in the receipt", () => {
    const running = reviewed({ type: "began" }, { type: "progressed", percent: 60 }, { type: "progressed", percent: 40 });
    expect(running).toMatchObject({ step: "importing", percent: 60 });
    expect(importReducer(running, { type: "finished", created: 3 })).toMatchObject({ step: "done", created: 3 });
  });

  it("returns to the review with the choice intact when the import fails", () => {
    const failed = reviewed({ type: "selected", ids: [first], on: false }, { type: "began" }, { type: "failed", reason: "no network" });
    expect(failed).toMatchObject({ step: "review", failure: "no network" });
    expect([...failed.selected]).toEqual([second, third]);
  });

  it("skips at the second try what the first had written before it failed", () => {
    const anew = reviewOf(candidates, { existing: new Set([known, first]), differing: new Set() });
    const failed = reviewed({ type: "began" }, { type: "failed", reason: "no network", review: anew });
    expect(newCandidates(failed.review, failed.selected).map(({ id }) => id)).toEqual([second, third]);
  });

  it("cannot be changed or left while it writes", () => {
    const running = reviewed({ type: "began" });
    expect(importReducer(running, { type: "back" })).toBe(running);
    expect(importReducer(running, { type: "removed", ids: [first] })).toBe(running);
  });
});

describe("the messages of the import", () => {
  it("names a failure by its reason, by size, or as unknown (spec 3 §8)", () => {
    expect(failureBanner("Server busy")).toBe("Import failed: Server busy");
    expect(failureBanner("")).toBe("Import failed: Unknown error");
    expect(failureBanner("Import File Size exceeds the limit")).toBe(
      "The file exceeds the maximum size limit of 1MB. Please reduce the file size and try again.",
    );
  });

  it("warns of what was found and of nothing else", () => {
    expect(warnings(reviewOf(candidates.slice(3), { existing: new Set(), differing: new Set() }))).toEqual([]);
    expect(warnings(file.review)).toEqual([
      "Duplicate items detected. Remove duplicates before importing or import them as a new item.",
      "Incomplete items detected.",
      "We found 1 items that already exist in your vault. These items will be skipped during import.",
    ]);
  });

  it("says how many rows of a backup differ from what the vault has", () => {
    const review = reviewOf(candidates, { existing: new Set(), differing: new Set([first]) });
    expect(warnings(review).at(-1)).toBe(
      "1 item of this backup is in your vault with other contents, such as notes or tags. It will be imported beside what you have.",
    );
  });

  it("tells a whole import from a chosen part (spec 3 §8)", () => {
    expect(importedMessage(5, 5)).toBe("All items imported successfully");
    expect(importedMessage(4, 5)).toBe("Selected items imported successfully");
  });
});

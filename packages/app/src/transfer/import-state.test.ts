/** The steps of the import wizard, and its messages. */
import { newCandidates, reviewOf } from "@coffer/core/transfer/duplicates";
import { readImport } from "@coffer/core/transfer/import";
import { describe, expect, it } from "vitest";
import { failureBanner, importedMessage, otherSource, tooMany, warnings } from "./import-messages.ts";
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
  chosen: "chrome",
  fileKey: "f",
  room: 100,
  text,
  errors,
  vaults: [],
  refused: [],
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
    const review = play({ type: "reading" }, { type: "read", file: { ...file, chosen: null } });
    expect(review).toMatchObject({ step: "review", sourceId: "chrome" });
    expect(importReducer(review, { type: "back" })).toMatchObject({ step: "upload", sourceId: "chrome" });
    expect(play({ type: "reading" }, { type: "unreadable", error: "no" })).toMatchObject({
      step: "select",
      reading: false,
      error: "no",
    });
  });

  it("asks a sealed backup for its password, and shows what it holds once it is open", () => {
    const backup: ReadFile = { ...file, sourceId: "coffer", chosen: "coffer" };
    const locked = play({ type: "reading" }, { type: "sealed", chosen: null, sourceId: "coffer", sealed: "{}" });
    expect(locked).toEqual({ step: "locked", sourceId: "coffer", sealed: "{}" });
    expect(importReducer(locked, { type: "read", file: backup }).step).toBe("review");
    expect(importReducer(locked, { type: "read", file })).toBe(locked);
    expect(importReducer(locked, { type: "back" })).toMatchObject({ step: "upload", sourceId: "coffer" });
  });

  it("asks for the encoding of a file that does not say it, and goes on by the answer (T1)", () => {
    const asked = new File([], "a.csv");
    const unsure: ImportAction = { type: "unsure", chosen: "chrome", file: asked };
    const asking = play(CHOSE, { type: "reading" }, unsure);
    expect(asking).toMatchObject({ step: "encoding", chosen: "chrome", file: asked, reading: false });
    expect(importReducer(asking, { type: "back" })).toMatchObject({ step: "upload", sourceId: "chrome" });
    expect(importReducer(importReducer(asking, { type: "reading" }), { type: "read", file }).step).toBe("review");
    expect(importReducer(asking, { type: "read", file })).toBe(asking);
    expect(play(CHOSE, unsure)).toMatchObject({ step: "upload" });
    const dropped = play({ type: "reading" }, { ...unsure, chosen: null });
    expect(importReducer(dropped, { type: "back" })).toEqual(START);
  });

  it("opens the review of a file that is from another source than was chosen, as what it is (T9)", () => {
    const state = play({ type: "chose", sourceId: "firefox" }, { type: "reading" }, { type: "read", file: { ...file, chosen: "firefox" } });
    expect(state).toMatchObject({ step: "review", sourceId: "chrome", chosen: "firefox" });
    expect(state.step === "review" && otherSource(state)).toBe(
      "This file is not from Firefox: its columns are those of Chrome, and it was read so.",
    );
    expect(otherSource({ chosen: null, sourceId: "chrome" })).toBeNull();
    expect(otherSource({ chosen: "chrome", sourceId: "chrome" })).toBeNull();
  });

  it("does not open the review of a file from another source than the one chosen now", () => {
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
    const again = reviewOf(candidates, { existing: new Set([known, first]), differing: new Set() });
    const failed = reviewed({ type: "began" }, { type: "failed", reason: "no network", review: again });
    expect(newCandidates(failed.review, failed.selected).map(({ id }) => id)).toEqual([second, third]);
  });

  it("returns to the review when it is stopped, and goes on from there (T10)", () => {
    const again = reviewOf(candidates, { existing: new Set([known, first]), differing: new Set() });
    const stopped = reviewed({ type: "began" }, { type: "stopped", review: again });
    expect(stopped).toMatchObject({ step: "review", failure: null, stopped: true });
    expect(newCandidates(stopped.review, stopped.selected).map(({ id }) => id)).toEqual([second, third]);
    expect(importReducer(stopped, { type: "began" }).step).toBe("importing");
  });

  it("puts rows into the place that was chosen for them, while nothing is written (T10)", () => {
    const placed = [{ type: "checking" }, { type: "placed", place: "Home", review: file.review }] as const;
    const checked = placed.reduce<ImportState>(importReducer, reviewed());
    expect(checked).toMatchObject({ step: "review", place: "Home" });
    const running = importReducer(checked, { type: "began" });
    expect(importReducer(running, { type: "placed", place: "Work", review: file.review })).toBe(running);
  });

  it("writes and removes nothing while changed rows are compared with the vault again, and goes on if that fails", () => {
    const checking = reviewed({ type: "checking" });
    expect(importReducer(checking, { type: "began" })).toBe(checking);
    expect(importReducer(checking, { type: "removed", ids: [first] })).toBe(checking);
    expect(importReducer(importReducer(checking, { type: "unchecked" }), { type: "began" }).step).toBe("importing");
  });

  it("ignores rows that were compared for a review that is no longer shown", () => {
    const other = reviewed();
    expect(importReducer(other, { type: "placed", place: "Home", review: file.review })).toBe(other);
  });

  it("leads back to the sources once it is done", () => {
    expect(
      play(CHOSE, { type: "reading" }, { type: "read", file }, { type: "began" }, { type: "finished", created: 1 }, { type: "back" }),
    ).toEqual(START);
  });

  it("cannot be changed or left while it writes", () => {
    const running = reviewed({ type: "began" });
    expect(importReducer(running, { type: "back" })).toBe(running);
    expect(importReducer(running, { type: "removed", ids: [first] })).toBe(running);
  });
});

describe("the messages of the import", () => {
  it("says before anything is written that there is no room for so many (T3)", () => {
    expect(tooMany(5, 5)).toBeNull();
    expect(tooMany(12_000, 1_500)).toBe(
      "An account holds at most 100,000 items. There is room for 1,500 more, and 12,000 are selected. Please select fewer.",
    );
    expect(tooMany(1, -3)).toContain("room for 0 more");
  });

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
      "1 item of this backup is in your vault with other contents, such as notes or tags. It will be imported next to what you have.",
    );
  });

  it("tells a whole import from a chosen part (spec 3 §8)", () => {
    expect(importedMessage(5, 5)).toBe("All items imported successfully");
    expect(importedMessage(4, 5)).toBe("Selected items imported successfully");
  });
});

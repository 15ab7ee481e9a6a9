/** The export dialog: what a try leaves behind, and what the file's own password must be. */
import { describe, expect, it } from "vitest";
import {
  EXPORT_START,
  type ExportAction,
  type ExportForm,
  exportReducer,
  filePasswordProblem,
  INVALID_MASTER_PASSWORD,
} from "./export-state.ts";

const play = (...actions: ExportAction[]) => actions.reduce(exportReducer, EXPORT_START);
const TYPED: ExportAction = { type: "changed", part: { masterPassword: "secret" } };
const SUBMIT: ExportAction = { type: "submitted" };

describe("the export dialog", () => {
  it("begins with CSV, without cards (decision V-03)", () => {
    expect(EXPORT_START).toMatchObject({ step: "editing", form: { format: "csv", includeCards: false } });
  });

  it("forgets the master password with every try, right or wrong (spec 2 §4)", () => {
    expect(play(TYPED, SUBMIT)).toMatchObject({ step: "exporting", form: { masterPassword: "" } });
    const refused = play(TYPED, SUBMIT, { type: "refused", problem: INVALID_MASTER_PASSWORD });
    expect(refused).toMatchObject({ step: "editing", problem: "Invalid master password", form: { masterPassword: "" } });
    expect(exportReducer(refused, TYPED).problem).toBeNull();
  });

  it("does not begin without a master password", () => expect(play(SUBMIT).step).toBe("editing"));

  it("cannot be changed while it exports", () => {
    const busy = play(TYPED, SUBMIT);
    expect(exportReducer(busy, { type: "changed", part: { format: "json" } })).toBe(busy);
    expect(exportReducer(busy, SUBMIT)).toBe(busy);
  });

  it("asks an encrypted file for a password of its own, long enough and twice the same", () => {
    const problemOf = (part: Partial<ExportForm>) => filePasswordProblem({ ...EXPORT_START.form, format: "sealed", ...part });
    expect(problemOf({ filePassword: "too short", confirmation: "too short" })).toBe("Password must be at least 12 characters long");
    expect(problemOf({ filePassword: "long enough for it", confirmation: "another" })).toBe("Passwords do not match");
    expect(problemOf({ filePassword: "long enough for it", confirmation: "long enough for it" })).toBeNull();
    expect(problemOf({ format: "json" })).toBeNull();
    expect(play({ type: "changed", part: { format: "sealed" } }, TYPED, SUBMIT)).toMatchObject({ step: "editing", tried: true });
  });
});

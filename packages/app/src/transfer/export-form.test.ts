/** What the export asks of a file's own password. */
import { expect, it } from "vitest";
import { EXPORT_START, type ExportForm, filePasswordError } from "./export-form.ts";

const errorOf = (part: Partial<ExportForm>) => filePasswordError({ ...EXPORT_START, format: "sealed", ...part });

it("begins with CSV, without cards (decision V-03)", () => expect(EXPORT_START).toMatchObject({ format: "csv", includeCards: false }));

it("asks an encrypted file for a password of its own, long enough and twice the same", () => {
  expect(errorOf({ filePassword: "too short", confirmation: "too short" })).toBe("Password must be at least 12 characters long");
  expect(errorOf({ filePassword: "long enough for it", confirmation: "another" })).toBe("Passwords do not match");
  expect(errorOf({ filePassword: "long enough for it", confirmation: "long enough for it" })).toBeNull();
  expect(errorOf({ format: "json" })).toBeNull();
});

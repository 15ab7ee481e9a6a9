import { describe, expect, it } from "vitest";
import { acceptsFile, checkDrop, checkImportFile, IMPORT_ACCEPT } from "./import-file.ts";

describe("checkImportFile", () => {
  it.each(["a.csv", "A.CSV", "b.json", "c.1pif", "a.b.csv"])("accepts %s", (name) =>
    expect(checkImportFile({ name, size: 1_048_576 })).toBeNull(),
  );
  it.each(["data.txt", "csv", "a.csv.exe", "a."])("refuses %s (spec 3 §5)", (name) => {
    expect(checkImportFile({ name, size: 1 })).toBe("Invalid file type. Accepted formats: csv, json, 1pif, zip, kdbx, xml, 1pux, tar, gz");
  });
  it("refuses a byte more than the limit (spec 3 §9)", () => {
    expect(checkImportFile({ name: "a.csv", size: 1_048_577 })).toBe("File is too large. Maximum size is 1024KB.");
  });
  it("accepts a larger file if the source allows it", () => {
    expect(checkImportFile({ name: "a.json", size: 1_048_577 }, 2_097_152)).toBeNull();
    expect(checkImportFile({ name: "a.json", size: 2_097_153 }, 2_097_152)).toBe("File is too large. Maximum size is 2048KB.");
  });
});

describe("acceptsFile", () => {
  it.each([
    [{ name: "a.csv", type: "" }, IMPORT_ACCEPT, true],
    [{ name: "export", type: "TEXT/CSV" }, IMPORT_ACCEPT, true],
    [{ name: "a.exe", type: "application/x-msdownload" }, IMPORT_ACCEPT, false],
    [{ name: "a.png", type: "image/png" }, ["image/*"], true],
    [{ name: "a.png", type: "imagery/png" }, ["image/*"], false],
    [{ name: "anything" }, [], true],
  ])("%j by %j: %s", (file, accept, accepted) => expect(acceptsFile(file, accept)).toBe(accepted));
});

describe("checkDrop", () => {
  const file = { name: "a.csv", size: 10 };
  it.each([
    [[file, file], { maxFiles: 1 }, "Too many files"],
    [[file], { accept: [".json", ".csv"] }, null],
    [[file], { accept: [".json", "image/*"] }, "File type must be .json, image/*"],
    [[file], { maxBytes: 9 }, "File is larger than 9 bytes"],
    [[file], { minBytes: 11 }, "File is smaller than 11 bytes"],
  ])("%j by %j: %s (spec 3 §5)", (files, rules, message) => expect(checkDrop(files, rules)).toBe(message));
});

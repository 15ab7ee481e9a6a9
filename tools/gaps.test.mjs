import { expect, it } from "vitest";
import { missingGaps } from "./gaps.mjs";

const page = (...lines) => ["export const Page = () => (", "  <p>", ...lines.map((line) => `    ${line}`), "  </p>", ");"].join("\n");

it("finds a word that runs into the value of the next line, and a value that runs into a word", () => {
  expect(missingGaps("a/Page.tsx", page("Items are kept for", "{DAYS} days."))).toEqual([expect.stringContaining("a/Page.tsx:3")]);
  expect(missingGaps("a/Page.tsx", page("Items are kept for {DAYS}", "days."))).toHaveLength(1);
});

it("says nothing of a value within its line, after a space that is said, or among elements, nor of other files", () => {
  expect(missingGaps("a/Page.tsx", page("Items are kept", "for {DAYS} days."))).toEqual([]);
  expect(missingGaps("a/Page.tsx", page("Items are kept for", '{" "}', "{DAYS} days."))).toEqual([]);
  expect(missingGaps("a/Page.tsx", page("<b>Items</b>", "{children}"))).toEqual([]);
  expect(missingGaps("a/page.ts", page("Items are kept for", "{DAYS} days."))).toEqual([]);
});

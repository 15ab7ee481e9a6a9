/** A countermeasure that has moved could not be removed, and its row would prove nothing. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { COUNTERMEASURES } from "./countermeasures.ts";
import { removeCode } from "./remove-countermeasure.ts";
import { ROWS } from "./rows.ts";

it.each(Object.entries(COUNTERMEASURES))("%s is in its file exactly once, and a group of rows must notice when it is gone", (_, one) => {
  for (const edit of one.behind ? [one, one.behind] : [one]) {
    const source = readFileSync(new URL(`../../${edit.file}`, import.meta.url), "utf8");
    expect(removeCode(source, edit)).not.toBe(source);
  }
  expect(Object.keys(ROWS)).toContain(one.noticedBy);
});

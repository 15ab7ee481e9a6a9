/** A countermeasure that is no longer where the table says would be taken out of nowhere, and its row would prove nothing. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { COUNTERMEASURES } from "./countermeasures.ts";
import { removeCode } from "./remove-countermeasure.ts";
import { ROWS } from "./rows.ts";

it.each(Object.entries(COUNTERMEASURES))("%s stands in its file, once, and a group of rows is to notice when it is gone", (_, one) => {
  for (const edit of one.behind ? [one, one.behind] : [one]) {
    const source = readFileSync(new URL(`../../${edit.file}`, import.meta.url), "utf8");
    expect(removeCode(source, edit)).not.toBe(source);
  }
  expect(Object.keys(ROWS)).toContain(one.noticedBy);
});

/** A file full of broken lines is not read again for each of them. */
import { expect, it } from "vitest";
import { parseCsv } from "./csv.ts";

it("gives up on a file of broken lines after reading sixteen times what a file may hold, and says where", () => {
  // So few lines that reading them all would end, too: a bound that is gone fails here and hangs nothing.
  const lines = 40;
  const { rows, errors } = parseCsv(`a,b\n${`x,"y"z${" ".repeat(600_000)}\n`.repeat(lines)}`);
  expect(rows).toEqual([]);
  expect(errors.length).toBeLessThan(lines / 2);
  expect(errors.at(-1)).toEqual({ line: errors.length + 1, message: "Too many broken lines; the rest of the file was not read." });
});

import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { type Csv, parseCsv, writeCsv } from "./csv.ts";
import { withTimeLimit } from "./testing/time-limit.ts";

/** An endless loop in the reader fails the test instead of blocking the whole run. */
const readCsv = (text: string, milliseconds = 3_000): Csv => withTimeLimit(milliseconds, () => parseCsv(text));
const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells);

describe("parseCsv", () => {
  it("reads quotes, commas, doubled quotes and line breaks inside quotes", () => {
    const { header, rows, errors } = readCsv('name,note\r\n"a, b","say ""hi""\r\nthere"\r\nc,d\r\n');
    expect({ header, rows, errors }).toEqual({
      header: ["name", "note"],
      rows: [
        { line: 2, cells: ["a, b", 'say "hi"\r\nthere'] },
        { line: 4, cells: ["c", "d"] },
      ],
      errors: [],
    });
  });

  it.each([
    ["a byte order mark", "\uFEFFa,b\n1,2"],
    ["CRLF", "a,b\r\n1,2\r\n"],
    ["LF", "a,b\n1,2\n"],
    ["CR", "a,b\r1,2\r"],
    ["semicolons", "a;b\n1;2"],
    ["tabs", "a\tb\r\n1\t2\r\n"],
    ["mixed line ends", 'a,b\r\n1,"2"\n'],
    ["other mixed line ends", "a,b\n1,2\r\n"],
    ["blank lines", "\n\na,b\r\n\r\n1,2\n  \n"],
    ["spaces after quotes", '"a" ,"b"\r\n"1" ,"2" \r\n'],
  ])("understands %s", (_, text) => {
    expect(readCsv(text)).toMatchObject({ header: ["a", "b"], errors: [] });
    expect(cellsOf(text)).toEqual([["1", "2"]]);
  });

  it("leaves outer spaces, formulas and odd characters alone", () => {
    expect(cellsOf("a,b\n  x ,=1+1\n+é,\u202e@\u0000\n")).toEqual([
      ["  x ", "=1+1"],
      ["+é", "\u202e@\u0000"],
    ]);
  });

  it("guesses the separator from the heading alone", () => expect(cellsOf("a,b\n1;2;3;4,5\n")).toEqual([["1;2;3;4", "5"]]));

  it("reports rows that are too short or too long and keeps them", () => {
    const { rows, errors } = readCsv("a,b,c\n1,2\n1,2,3,,\n1,2,3,4\n1,2,3\n");
    expect(rows.map(({ cells }) => cells.length)).toEqual([2, 5, 4, 3]);
    expect(errors).toEqual([
      { line: 2, message: "This line has 2 values where the heading has 3; please check it." },
      { line: 4, message: "This line has 4 values where the heading has 3; please check it." },
    ]);
  });

  it("reports a line with an unclosed quote and continues after it", () => {
    const { rows, errors } = readCsv('a,b\n1,2\n"3,4\n5,6\n"7,8\n9,10\n');
    expect(rows).toEqual([
      { line: 2, cells: ["1", "2"] },
      { line: 4, cells: ["5", "6"] },
      { line: 6, cells: ["9", "10"] },
    ]);
    expect(errors.map(({ line }) => line)).toEqual([3, 5]);
  });

  it("does not let a stray quote swallow the next line", () => {
    const { rows, errors } = readCsv('a,b,c\n1,"2"x,3\n4,"5",6\n7,8,9\n');
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["4", "5", "6"],
      ["7", "8", "9"],
    ]);
    expect(errors.map(({ line }) => line)).toEqual([2]);
  });

  it("does not close a quote in another line, even if both lines together are as wide as the heading", () => {
    const { rows, errors } = readCsv('a,b,c\n"Tom" Jones,1,2\nMonitor 24",4,5\n');
    expect(rows.map(({ cells }) => cells)).toEqual([['Monitor 24"', "4", "5"]]);
    expect(errors.map(({ line }) => line)).toEqual([2]);
  });

  it("reads an unescaped quote literally", () =>
    expect(cellsOf('a,b\n"pa"ss",x\npa"ss",y\n')).toEqual([
      ['pa"ss', "x"],
      ['pa"ss"', "y"],
    ]));

  it("reports hundreds of broken lines and reads all between them", () => {
    const { rows, errors } = readCsv(`a,b\n${'x,"y\n1,"2"\n'.repeat(500)}`);
    expect([rows.length, errors.length]).toEqual([500, 500]);
  });

  it.each([
    ["opens and never ends", 'x,"y,z'],
    ["ends before its value", 'x,"y"z,1'],
    ["closes what another line opens", 'x,y,"'],
    ["is in quotes with quotes around it", '"x","y,"z"'],
  ])("loses only the line with a stray quote that %s (T7)", (_, line) => {
    const good = Array.from({ length: 20_000 }, (_, at) => `a${at},"b, ${at}",c`);
    const { rows, errors } = readCsv(["a,b,c", good[0], line, ...good.slice(1)].join("\n"));
    expect(rows.filter(({ cells }) => /^a\d+$/.test(cells[0] ?? "") && cells.length === 3)).toHaveLength(20_000);
    expect(errors.map(({ line: at }) => at)).toEqual([3]);
  });

  it("detects swallowed rows by their width, and keeps multi-line values whole", () => {
    const { rows, errors } = readCsv('a,b,c\n1,"2,3\n4,5,6\n7,8,9"\n"x\ny",z\n');
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["4", "5", "6"],
      ["7", "8", '9"'],
      ["x\ny", "z"],
    ]);
    expect(errors.map(({ line }) => line)).toEqual([2, 5]);
  });

  it("reads sixty thousand broken lines, each once, and reports every one", () => {
    for (const line of ['x,"y"z', 'x,"y', 'x,"y""', '"x""\n"",'])
      expect(readCsv(`a,b\n${`${line}\n`.repeat(60_000)}`, 20_000).errors.length).toBeGreaterThanOrEqual(59_999);
  });

  it.each(["", "\uFEFF", "\n \r\n"])("reports that %j is empty", (text) => {
    expect(readCsv(text)).toEqual({ header: [], rows: [], errors: [{ line: 1, message: "The file is empty." }] });
  });

  it("never throws", () => {
    const text = fc.string({ unit: fc.constantFrom('"', ",", ";", "\n", "\r", "\t", "a", " ", "\uFEFF"), maxLength: 40 });
    const isWellRead = (any: string) => readCsv(any).errors.every(({ line }) => line >= 1);
    fc.assert(fc.property(text, isWellRead), { numRuns: inject("isWhole") ? 2_000 : 400, endOnFailure: true });
  });
});

describe("writeCsv", () => {
  it("quotes commas, quotes and line breaks, and nothing else (spec 2 §9)", () => {
    expect(
      writeCsv(
        ["a", "b"],
        [
          ["x,y", 'say "hi"'],
          ["one\ntwo", "=1+1"],
        ],
      ),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"one\ntwo",=1+1\r\n');
  });

  it("survives a round trip to the last byte", () => {
    const nasty = fc.string({
      unit: fc.constantFrom('"', ",", ";", "\n", "\r", "\t", "a", " ", "\uFEFF", "'", "=", "é", "🔑"),
      maxLength: 8,
    });
    const cell = fc.oneof(nasty, fc.string({ unit: "binary" }));
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }));
    fc.assert(
      fc.property(table, ([header = [], ...rows]) => {
        const read = readCsv(writeCsv(header, rows));
        expect(read.errors).toEqual([]);
        expect([read.header, ...read.rows.map(({ cells }) => cells)]).toEqual([header, ...rows]);
      }),
      { numRuns: inject("isWhole") ? 2_000 : 400 },
    );
  });
});

/** What test files cost is measured by process and held to a table. */
import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { cpuOfTree, processes } from "./cpu.mjs";
import { readTable, tooCostly, writeTable } from "./table.mjs";

const row = (cost, reason = "") => ({ cost, reason });

describe("the table of costs", () => {
  it("comes back as it was written", () => {
    const table = new Map([
      ["a.test.ts", row(1.5)],
      ["b.test.ts", row(12, "kills processes")],
    ]);
    expect(readTable(writeTable(table))).toEqual(table);
  });

  it("wants a reason for a file over 10 CPU seconds", () => {
    expect(tooCostly(new Map([["a.test.ts", row(12)]]), {})).toEqual([expect.stringContaining("a.test.ts: 12 CPU seconds, more than 10")]);
    expect(tooCostly(new Map([["a.test.ts", row(12, "kills processes")]]), {})).toEqual([]);
  });

  const table = new Map([1, 2, 3, 4, 5].map((number) => [`${number}.test.ts`, row(4)]));
  const costs = (factor) => Object.fromEntries([...table].map(([file, { cost }]) => [file, cost * factor]));

  it("refuses a file that costs twice what it did, on a slower machine as well", () => {
    expect(tooCostly(table, costs(1))).toEqual([]);
    expect(tooCostly(table, costs(3))).toEqual([]);
    expect(tooCostly(table, { ...costs(1), "1.test.ts": 9 })).toEqual([expect.stringContaining("1.test.ts: 9 CPU seconds")]);
    expect(tooCostly(table, { ...costs(3), "1.test.ts": 27 })).toEqual([expect.stringContaining("1.test.ts: 27 CPU seconds")]);
  });

  it("refuses a new file that costs more than half of what needs a reason", () => {
    expect(tooCostly(table, { ...costs(1), "new.test.ts": 4 })).toEqual([]);
    expect(tooCostly(table, { ...costs(1), "new.test.ts": 11 })).toEqual([expect.stringContaining("the table, which says nothing")]);
  });
});

describe("CPU time", () => {
  it("counts what a process started, too; where nothing tells it, there is none", async () => {
    const before = cpuOfTree(process.pid);
    const child = spawn(process.execPath, ["-e", "while (process.cpuUsage().user < 150_000) for (let n = 0; n < 1e6; n++);"]); // three times a start
    await new Promise((resolve) => child.on("close", resolve));
    expect(cpuOfTree(process.pid) - before > 0.12).toBe(processes().size > 0);
  });
});

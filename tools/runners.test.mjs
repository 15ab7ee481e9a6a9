/** What a run says of its failures, from the reports of the runners: what a person reads where the rest of the output is thousands of lines up. */
import { expect, it } from "vitest";
import { readPlaywright, readVitest } from "./runners.mjs";

const COUNTS = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };
const MESSAGE = "\u001b[31mError: expected 1 to be 2\u001b[39m\n\n- Expected\n+ Received\n    at file.ts:3:5\n    at other.ts:1:1";
const SAID = "    Error: expected 1 to be 2\n    - Expected\n    + Received";

it("names a test of vitest by its file, with what was expected, and without colours and the stack", () => {
  const passed = { status: "passed", fullName: "is fine", failureMessages: [] };
  const failed = { status: "failed", fullName: "adds up", failureMessages: [MESSAGE] };
  const report = { ...COUNTS, testResults: [{ name: "sum.test.ts", status: "failed", message: "", assertionResults: [passed, failed] }] };
  const { failures } = readVitest(report);
  expect(failures).toHaveLength(1);
  expect(failures[0]).toContain("sum.test.ts adds up\n");
  expect(failures[0]).toContain(SAID);
  expect(failures[0]).not.toContain("other.ts");
});

it("names a file that does not load", () => {
  const broken = { name: "broken.test.ts", status: "failed", message: "SyntaxError: no", assertionResults: [] };
  const { failed, failures } = readVitest({ ...COUNTS, numFailedTests: 0, testResults: [broken] });
  expect([failed, failures.length, failures[0]?.includes("SyntaxError: no")]).toEqual([1, 1, true]);
});

it("names a journey by its line, also inside a group, and apart one that passed at its second try", () => {
  const spec = (line, status) => ({ line, title: `step ${line}`, tests: [{ status, results: [{ error: { message: MESSAGE } }, {}] }] });
  const inner = { file: "a.spec.ts", specs: [spec(9, "unexpected"), spec(12, "expected")] };
  const report = {
    stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 2 },
    suites: [{ file: "a.spec.ts", specs: [spec(3, "flaky")], suites: [inner] }],
  };
  const { passed, failed, skipped, failures, flaky } = readPlaywright(report);
  expect([passed, failed, skipped]).toEqual([2, 1, 2]);
  expect(failures).toEqual([`a.spec.ts:9 step 9\n${SAID}`]);
  expect(flaky).toEqual([`a.spec.ts:3 step 3\n${SAID}`]);
});

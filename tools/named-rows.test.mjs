import { expect, it } from "vitest";
import { unknownRows } from "./named-rows.mjs";

const page = `It opens nowhere (\`evil\` pull, old-name and forks, \`tests/flows\`); made-up calls: \`evil\` generated.

| defence | countermeasures (\`tests/evil/countermeasures.ts\`) | rows (\`tests/evil/rows/\`) |
|---|---|---|
| heads are the owner's | \`head-signature\` | pull (heads), another-name, sign-in: lies, of many kinds |
`;

it("a page that names rows by a name of before is told so, in its text and in its table", () => {
  const files = ["pull", "forks", "sign-in"];
  const of = (name) => `docs/security.md or its details name rows "${name}", and tests/evil/rows has no ${name}.ts`;
  expect(unknownRows(page, files)).toEqual([of("old-name"), of("another-name")]);
  expect(unknownRows(page, [...files, "old-name", "another-name"])).toEqual([]);
});

it("a page without its table is no page to read", () => {
  expect(() => unknownRows("", [])).toThrow("table of defences");
});

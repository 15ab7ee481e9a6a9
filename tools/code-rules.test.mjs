/** Each rule of the code base is shown something that breaks it: a check that cannot fail defends nothing. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FACTS, writtenAgain } from "./facts.mjs";
import { tooLong } from "./lengths.mjs";
import { codeWords, oldWords, refusedWords } from "./plain-words.mjs";
import { wrongStyles } from "./styles.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const lines = (count) => "  work();\n".repeat(count);

describe("plain words", () => {
  const said = (source, path = "packages/app/src/a.tsx") => codeWords(new Map([[path, source]])).length;

  it("are those of the glossary", () => {
    const words = refusedWords().map(({ word }) => word);
    for (const word of ["sealed", "ciphertext", "scope", "head", "epoch"]) expect(words).toContain(word);
    expect(refusedWords().find(({ word }) => word === "epoch")?.say).toBe("new keys for everything");
  });

  it.each([
    ["a text", 'const hint = "The server keeps it sealed.";'],
    ["a part of one", ["const hint = `On $", "{day} it is kept, sealed, until then`;"].join("")],
    ["what stands in a screen", "export const A = () => <p>Each head is checked.</p>;"],
    ["an attribute", 'export const A = () => <Panel hint="Made of Ciphertexts alone" />;'],
    ["what the client says", 'throw new ClientError("This scope is not yours.");'],
  ])("are asked of %s", (_, source) => {
    expect(said(source)).toBe(1);
    expect(said(source, "packages/client/src/a.tsx")).toBe(1);
  });

  it.each([
    ["a name", 'const kind = "sealed"; const scope = headOf(epoch);'],
    ["a comment", "/** The head of a scope is sealed. */"],
    ["a fault", 'throw new Error("Not a shared scope");'],
    ["other words with the same beginning", 'const hint = "The headline of a header is granted";'],
    ["markup", "const page = `<html lang> <head> of a page`;"],
  ])("are not asked of %s", (_, source) => expect(said(source)).toBe(0));

  it("are not asked where no one reads: documentation of calls", () => {
    expect(said('const summary = "One snapshot of a scope: records";', "packages/contract/src/vault.ts")).toBe(0);
  });
});

describe("old words", () => {
  const found = (source, path = "packages/core/src/a.ts") => oldWords(new Map([[path, source]])).map((line) => line.split(" says")[0]);

  it.each([
    ["whoever", "/** Of whoever has the key. */"],
    ["nobody", "const a = 1; // nobody has it"],
    ["of ours", "/** A window\n * of ours */".replace("\n * ", " ")],
    ["stands", "/** The value that stands. */"],
    ["lies on", "/** It lies on the server. */"],
    ["goes home", "/** It goes home. */"],
  ])("are refused in a comment: %s", (_, source) => expect(found(source)).toEqual(["packages/core/src/a.ts:1"]));

  it("are refused in a document, by its line", () =>
    expect(found("# Title\n\nSealed anew, beside it.", "docs/a.md")).toEqual(["docs/a.md:3", "docs/a.md:3"]));

  it.each([
    ["a name", "const stands = 1;"],
    ["an address", 'const to = "nobody@example.com"; const at = "https://nobody.example";'],
    ["a name in quotes", '/** The account "nobody". */'],
    ["what stands out", "/** The answer that stands out. */"],
    ["a server that lies", "/** A server that lies about it. */"],
  ])("are not asked of %s", (_, source) => expect(found(source)).toEqual([]));
});

describe("lengths", () => {
  it("ends functions before 40 lines, the inner ones too", () => {
    expect(tooLong("a.ts", `function short() {\n${lines(38)}}\n`)).toEqual([]);
    expect(tooLong("a.ts", `function long() {\n${lines(39)}}\n`)).toEqual(["a.ts:1 long: 41 lines, at most 40"]);
    expect(tooLong("a.ts", `const long = () => {\n${lines(39)}};\n`)).toEqual(["a.ts:1 long: 41 lines, at most 40"]);
    expect(tooLong("a.ts", `const table = {\n  verb() {\n${lines(39)}},\n};\n`)).toEqual(["a.ts:2 verb: 41 lines, at most 40"]);
  });

  it("gives a component 60, and no other function in its file", () => {
    expect(tooLong("a.tsx", `export function Page() {\n${lines(58)}}\n`)).toEqual([]);
    expect(tooLong("a.tsx", `export const Page = memo(function Page() {\n${lines(59)}});\n`)).toEqual([
      "a.tsx:1 Page: 61 lines, at most 60",
    ]);
    expect(tooLong("a.tsx", `function usePage() {\n${lines(39)}}\n`)).toEqual(["a.tsx:1 usePage: 41 lines, at most 40"]);
  });

  it("ends files before 250 lines, tables of data aside", () => {
    const text = "export const one = 1;\n".repeat(251);
    expect(tooLong("a.ts", text)).toEqual(["a.ts: 251 lines, at most 250"]);
    expect(tooLong("packages/core/src/items/kinds.ts", text)).toEqual([]);
  });
});

describe("styles", () => {
  const world = (css, tsx = "") =>
    wrongStyles(
      new Map([
        ["a/X.module.css", css],
        ["a/X.tsx", `import styles from "./X.module.css";\n${tsx}`],
      ]),
    );

  it("are modules next to their components", () => {
    expect(wrongStyles(new Map([["a/x.css", ""]]))).toEqual([
      "a/x.css: a sheet for the whole page; make it a module next to its component",
    ]);
    expect(wrongStyles(new Map([["a/X.module.css", ""]]))).toEqual(["a/X.module.css: no component imports it"]);
  });

  it("are each used, defined, and said once", () => {
    expect(world(".row { color: red; }", "styles.row")).toEqual([]);
    expect(world(".row { color: red; }")).toEqual(["a/X.module.css: .row is used nowhere"]);
    expect(world("", 'styles["row"]')).toEqual(["a/X.module.css: .row is used and not defined"]);
    expect(world(".row { color: red; }\n.row { margin: 0; }", "styles.row")).toEqual(["a/X.module.css:2 .row is here twice"]);
    expect(world(".row { color: red; }\n@media print { .row { margin: 0; } }", "styles.row")).toEqual([]);
  });
});

describe("styles for every direction of reading", () => {
  const wrongOf = (declaration, path = "a/X.module.css") =>
    wrongStyles(
      new Map([
        [path, `.row { ${declaration}; }`],
        [path.replace("module.css", "tsx"), `import styles from "./${path.split("/").at(-1)}";\nstyles.row`],
      ]),
    );

  it.each(["margin-left: 4px", "padding-right: 4px", "left: 0", "border-right: 0", "border-top-left-radius: 2px", "text-align: right"])(
    "name no side of the screen: %s",
    (declaration) => {
      expect(wrongOf(declaration)).toEqual([`a/X.module.css:1 ${declaration} names left or right; name the start and the end of the line`]);
    },
  );

  it.each(["padding: 1px 2px 3px 4px", "inset: 0 auto 0 0", "margin: 0 calc(1px + var(--a, 2px)) 0 0"])(
    "nor by four values: %s",
    (declaration) => {
      expect(wrongOf(declaration)).toHaveLength(1);
    },
  );

  it.each([
    "margin-inline-start: 4px",
    "text-align: start",
    "padding: 1px 2px 3px 2px",
    "padding: 0 env(safe-area-inset-left)",
    "--left: 1px",
  ])("follow the line: %s", (declaration) => {
    expect(wrongOf(declaration)).toEqual([]);
  });

  it("name it where a reason is given", () => {
    expect(wrongOf("left: 50%", "packages/app/src/vault/detail/Peek.module.css")).toEqual([]);
  });
});

describe("facts", () => {
  it("are not written again outside their home", () => {
    const facts = [{ fact: "the answer", home: "core/answer.ts", again: /\b42\b/ }];
    const files = new Map([
      ["core/answer.ts", "const ANSWER = 42;"],
      ["app/page.ts", "\nshow(42);"],
    ]);
    expect(writtenAgain(files, facts)).toEqual(["app/page.ts:2: the answer belongs in core/answer.ts"]);
  });

  it.each(FACTS)("$fact: the rule knows what it looks for", ({ again, example }) => {
    expect(again.test(example)).toBe(true);
  });
});

describe("imports", () => {
  const world = mkdtempSync(join(tmpdir(), "coffer-rules-"));
  afterAll(() => rmSync(world, { recursive: true, force: true }));
  symlinkSync(join(ROOT, "node_modules"), join(world, "node_modules"));
  symlinkSync(join(ROOT, "tools"), join(world, "tools"));
  symlinkSync(join(ROOT, ".dependency-cruiser.mjs"), join(world, ".dependency-cruiser.mjs"));
  writeFileSync(
    join(world, "tsconfig.tests.json"),
    JSON.stringify({
      compilerOptions: { module: "esnext", moduleResolution: "bundler", allowImportingTsExtensions: true, jsx: "react-jsx" },
    }),
  );

  const app = "packages/app/src";
  /** File → what it imports; files of one name are a case. All in one folder, because starting the tool costs more than the work. */
  const FILES = {
    [`${app}/vault/list/down.ts`]: ["../item/down.ts"],
    [`${app}/vault/item/down.ts`]: [],
    "packages/core/src/layers.ts": ["../../client/src/layers.ts"],
    "packages/client/src/layers.ts": [],
    [`${app}/frame/features.ts`]: ["../vault/features.ts"],
    [`${app}/vault/features.ts`]: [],
    [`${app}/account/peers.ts`]: ["../vault/peers.ts"],
    [`${app}/vault/peers.ts`]: [],
    [`${app}/vault/item/folders.ts`]: ["../list/folders.ts"],
    [`${app}/vault/list/folders.ts`]: [],
    [`${app}/ui/circle.ts`]: ["./round.ts"],
    [`${app}/ui/round.ts`]: ["./circle.ts"],
    [`${app}/ui/alone.ts`]: [],
    "packages/core/src/node.ts": ["node:fs"],
    "packages/client/src/react.ts": ["react"],
    "packages/crypto/src/seal-grant.ts": [],
    "packages/client/src/sharing/seal-to-person.ts": ["../../../crypto/src/seal-grant.ts"],
    "packages/client/src/team/sealing.ts": ["../../../crypto/src/seal-grant.ts"],
  };
  let violations = [];
  beforeAll(() => {
    for (const [path, imports] of Object.entries(FILES)) {
      mkdirSync(dirname(join(world, path)), { recursive: true });
      writeFileSync(join(world, path), `${imports.map((name) => `import ${JSON.stringify(name)};`).join("\n")}\nexport const here = 1;\n`);
    }
    const tool = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
    const { stdout } = spawnSync(process.execPath, [tool, "--config", ".dependency-cruiser.mjs", "--output-type", "json", "packages"], {
      cwd: world,
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    violations = JSON.parse(stdout).summary.violations;
  }, 60_000);

  /** @returns the names of the rules that files of this name break. */
  const broken = (...names) =>
    [...new Set(violations.filter(({ from }) => names.includes(basename(from, ".ts"))).map(({ rule }) => rule.name))].sort();

  it("may point down", () => {
    expect(broken("down")).toEqual([]);
  });

  it("may not point up: between layers, features, or folders of a feature", () => {
    expect(broken("layers")).toEqual(["layer packages/core"]);
    expect(broken("features")).toEqual([`order ${app}/frame`]);
    expect(broken("peers")).toEqual([`order ${app}/account`]);
    expect(broken("folders")).toEqual([`order ${app}/vault/item`]);
  });

  it("may not form a cycle, and no file may be unused", () => {
    expect(broken("circle", "round")).toEqual(["no circle"]);
    expect(broken("alone")).toEqual(["no orphan"]);
  });

  it("may not seal to a person except where a trusted key is required", () => {
    expect(broken("seal-to-person")).toEqual([]);
    expect(broken("sealing")).toEqual(["guarded packages/crypto/src/seal-grant.ts"]);
  });

  it("may not reach for a platform that is not there", () => {
    expect(broken("node")).toEqual(["node packages/core"]);
    expect(broken("react")).toContain("platform packages/client");
  });
});

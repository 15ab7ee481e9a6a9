/** Texts of sources are found as a translator needs them, and replaced without a change to the code around them. */
import { describe, expect, it } from "vitest";
import { untranslated } from "./check.mjs";
import { TRANSLATED, tableOf } from "./files.mjs";
import { textsOf } from "./find-texts.mjs";
import { translate } from "./translate.mjs";

const PATH = "packages/app/src/vault/Example.tsx";
/** A template in a test: «name» is inserted. */
const inserting = (text) => text.replaceAll("«", "${").replaceAll("»", "}");
const texts = (source, path = PATH) => textsOf(path, source).map(({ text }) => text);

describe("the texts of a source", () => {
  it("are what an element holds, as one message with what is inserted", () => {
    expect(texts("const a = <p>\n  Shared with <b>{name}</b> until {day} or\n  later.\n</p>;")).toEqual([
      "Shared with {0} until {1} or later.",
    ]);
  });

  it("are templates, attributes, titles and sentences", () => {
    expect(texts('const a = <Button label="Save" variant="filled" className="big" />;')).toEqual(["Save"]);
    expect(texts(inserting("const a = (n) => `Move «n» to the trash`;"))).toEqual(["Move {0} to the trash"]);
    expect(texts('const a = { title: "Sharing Center", kind: "sharing" };')).toEqual(["Sharing Center"]);
  });

  it("are both words of a plural", () => {
    expect(texts('plural(count, "item"); plural(count, "copy", "copies");')).toEqual(["item|items", "copy|copies"]);
  });

  it("are not what a program compares, looks for, throws or imports", () => {
    expect(
      texts('if (a === "Personal vault") throw new Error("no such thing"); import x from "some thing"; box.get("Some thing");'),
    ).toEqual([]);
    expect(texts('type A = "Some thing"; const a = { "Some thing": 1 };')).toEqual([]);
  });

  it("are found in what is inserted too", () => {
    const [{ slots }] = textsOf(PATH, inserting('const a = `Share «isOne ? `this item` : "them"» now`;'));
    expect(slots[0].texts.map(({ text }) => text)).toEqual(["this item", "them"]);
  });
});

describe("a translated source", () => {
  it("has the parts of a sentence in the order of the language", () => {
    const table = { "Shared with {0} until {1}.": "Bis {1} mit {0} geteilt." };
    expect(translate(PATH, "<p>Shared with <b>{name}</b> until {day}.</p>", table)).toBe(
      '<p>{"Bis "}{day}{" mit "}<b>{name}</b>{" geteilt."}</p>',
    );
    expect(translate(PATH, inserting("`Move «a» to «b»`"), { "Move {0} to {1}": "Nach {1}: `{0}`" })).toBe(
      inserting("`Nach «b»: \\`«a»\\``"),
    );
  });

  it("replaces what is inserted as well, and what has no row stays", () => {
    expect(translate(PATH, inserting('`Share «one ? "this item" : "them"» now`'), { "this item": "dies" })).toBe(
      inserting('`Share «one ? "dies" : "them"» now`'),
    );
    expect(translate(PATH, 'plural(n, "item")', { "item|items": "Eintrag|Einträge" })).toBe('plural(n, "Eintrag", "Einträge")');
    expect(translate(PATH, '<A label="Save" />', { Save: 'Sichern "hier"' })).toBe('<A label={"Sichern \\"hier\\""} />');
  });

  it("keeps what is compared, and says what is returned", () => {
    expect(translate(PATH, 'if (text === "Team Admin") return "Team Admin";', { "Team Admin": "Team-Admin" })).toBe(
      'if (text === "Team Admin") return "Team-Admin";',
    );
  });

  it("leaves code alone, and takes a row of its own file first", () => {
    expect(translate(PATH, '<A title="Open" />', { Open: "Öffnen", [`Open @${PATH}`]: null })).toBe('<A title="Open" />');
    expect(translate(PATH, '<A title="Save" />', { Save: null })).toBe('<A title="Save" />');
    expect(translate(PATH, '<A title="Back" />', { Back: "Zurück", [`Back @${PATH}`]: "Rückseite" })).toBe('<A title={"Rückseite"} />');
  });
});

describe("the check", () => {
  const sources = new Map([[PATH, "const a = <p>Hello {name}</p>;"]]);
  const lines = (table) => untranslated(sources, { de: table }, "<p>Loading <b>Coffer</b></p>");

  it("names a text without words, one that is gone, and one that inserts something else", () => {
    expect(lines({ "Hello {0}": "Hallo {0}", Loading: "Wird geladen" })).toEqual([]);
    expect(lines({})).toEqual([`${PATH}: de.json has no words for: Hello {0}`, "apps/web/index.html: de.json has no words for: Loading"]);
    expect(lines({ "Hello {0}": "Hallo {0}", Loading: "Wird geladen", Bye: "Ade" })).toEqual([
      "de.json has a text that no source has: Bye",
    ]);
    expect(lines({ "Hello {0}": "Hallo", Loading: null })).toEqual(["de.json inserts something else: Hello {0}"]);
    expect(lines({ "Hello {0}": null, Loading: null })).toEqual([]);
  });
});

it.each(TRANSLATED)("what is stored, or compared with what is stored, is said in no other language: %s", (language) => {
  const table = tableOf(language);
  const rows = [
    "{0} on {1}",
    "Unknown browser",
    "Very Strong",
    "Weak",
    "Import file size exceeds the limit",
    '"{0}" @packages/core/src/transfer/csv.ts',
  ];
  expect(rows.map((row) => table[row])).toEqual(rows.map(() => null));
});

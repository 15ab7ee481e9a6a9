/** The text of a PDF that Chromium wrote: what can be searched and copied in it, not what it looks like. */
import { inflateSync } from "node:zlib";

const numbersIn = (hex: string, digits: number): number[] =>
  (hex.match(new RegExp(`.{${digits}}`, "g")) ?? []).map((one) => Number.parseInt(one, 16));

/** What the glyphs of a font mean, from its ToUnicode table. */
function meaningOf(table: string): Map<number, string> {
  const meanings = new Map<number, string>();
  for (const [, block = ""] of table.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, glyph = "", text = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      meanings.set(Number.parseInt(glyph, 16), String.fromCharCode(...numbersIn(text, 4)));
  for (const [, block = ""] of table.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, from = "", to = "", text = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph++)
        meanings.set(glyph, String.fromCharCode(Number.parseInt(text, 16) + glyph - Number.parseInt(from, 16)));
  return meanings;
}

interface Font {
  readonly meanings: ReadonlyMap<number, string>;
  /** Of a glyph's number: a face of variable weight is drawn, and numbers its glyphs by one byte. */
  readonly digits: 2 | 4;
}

export function textOfPdf(pdf: Buffer): string {
  const raw = pdf.toString("latin1");
  const objects = new Map([...raw.matchAll(/(?:^|\n)(\d+) 0 obj(.*?)endobj/gs)].map(([, id = "", body = ""]) => [id, body]));
  const streamOf = (body: string): string => {
    const data = /stream\r?\n(.*?)\r?\nendstream/s.exec(body)?.[1];
    if (data === undefined) return "";
    const bytes = Buffer.from(data, "latin1");
    return (body.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
  };
  const fonts = new Map<string, Font>();
  for (const [, name = "", id = ""] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const font = objects.get(id) ?? "";
    const table = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1] ?? "";
    fonts.set(name, { meanings: meaningOf(streamOf(objects.get(table) ?? "")), digits: font.includes("/Type0") ? 4 : 2 });
  }
  const drawn = [...raw.matchAll(/\/Contents (\d+) 0 R/g)].map(([, id = ""]) => streamOf(objects.get(id) ?? ""));
  let font: Font | undefined;
  let text = "";
  for (const [, name, glyphs] of drawn.join("\n").matchAll(/\/(F\d+) [\d.]+ Tf|<([\dA-F]+)>/gi)) {
    if (name !== undefined) font = fonts.get(name);
    else
      text += numbersIn(glyphs ?? "", font?.digits ?? 4)
        .map((glyph) => font?.meanings.get(glyph) ?? "")
        .join("");
  }
  return text;
}

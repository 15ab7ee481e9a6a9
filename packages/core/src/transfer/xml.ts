/**
 * A minimal XML parser, sufficient for exports: elements, attributes, text, CDATA and the five named entities. Entities defined in the file are not supported
 * (a file of a few lines could grow to gigabytes), and nothing outside the file is ever fetched. There is no DOM in a worker.
 */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All of its own text, unchanged. */
  readonly text: string;
}

interface Open extends XmlElement {
  readonly attributes: Record<string, string>;
  readonly children: Open[];
  text: string;
}

const DEEPEST = 512;
/** Delimiters of skipped sections; the content of CDATA is text. */
const SKIPPED = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;
// The repetitions are bounded: with a million of them the regex engine would run out of stack and throw.
const DOCTYPE = /<!DOCTYPE[^[>]*(?:\[[^\]]*\][^[>]*){0,16}>/iy;
const END_TAG = /<\/([^\s>]+)\s*>/y;
const START_TAG = /<([^\s/>!?]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*')){0,512})\s*(\/?)>/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** @returns the root element; null when the text is not well-formed. */
export function parseXml(source: string): XmlElement | null {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  if (!text.trimStart().startsWith("<")) return null;
  const root: Open = { name: "", attributes: {}, children: [], text: "" };
  const path: Open[] = [root];
  for (let from = 0; from < text.length; ) {
    const start = text.indexOf("<", from);
    const at = path.at(-1);
    if (!at) return null;
    at.text += decodeEntities(text.slice(from, start < 0 ? text.length : start));
    if (start < 0) break;
    const end = skipped(text, start, at) ?? stepped(text, start, path);
    if (end === null) return null;
    from = end;
  }
  const isWhole = path.length === 1 && root.text.trim() === "" && root.children.length === 1;
  return isWhole ? (root.children[0] ?? null) : null;
}

/** @returns the position after the section; null when there is none here. */
function skipped(text: string, start: number, at: Open): number | null {
  for (const [opening, closing] of SKIPPED) {
    if (!text.startsWith(opening, start)) continue;
    const end = text.indexOf(closing, start + opening.length);
    if (end < 0) return null;
    if (opening === "<![CDATA[") at.text += text.slice(start + opening.length, end);
    return end + closing.length;
  }
  DOCTYPE.lastIndex = start;
  return DOCTYPE.test(text) ? DOCTYPE.lastIndex : null;
}

/** @returns the position after a tag; null when the file is malformed. */
function stepped(text: string, start: number, path: Open[]): number | null {
  END_TAG.lastIndex = start;
  const [, end] = END_TAG.exec(text) ?? [];
  if (end !== undefined) return path.length > 1 && path.pop()?.name === end ? END_TAG.lastIndex : null;
  START_TAG.lastIndex = start;
  const [, name, attributes = "", selfClosing] = START_TAG.exec(text) ?? [];
  if (name === undefined || path.length > DEEPEST) return null;
  const element: Open = { name, attributes: {}, children: [], text: "" };
  for (const [, key = "", double, single = ""] of attributes.matchAll(ATTRIBUTE))
    element.attributes[key] = decodeEntities(double ?? single);
  const parent = path.at(-1);
  parent?.children.push(element);
  if (parent && name === "br") parent.text += "\n"; // a line break, as KeePassX writes it in texts
  if (!selfClosing) path.push(element);
  return START_TAG.lastIndex;
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const HIGHEST_CODE_POINT = 0x10ffff;

/** Decodes each entity once: "&amp;lt;" is "&lt;". Unknown entities stay as they are. */
const decodeEntities = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name: string | undefined) => {
        if (name !== undefined) return NAMED[name] ?? whole;
        const point = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return point <= HIGHEST_CODE_POINT ? String.fromCodePoint(point) : whole;
      })
    : text;

export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined => childrenOf(element, name)[0];

/** Text of the first child with that name; "" if there is none. */
export const textIn = (element: XmlElement | undefined, name: string): string => childOf(element, name)?.text ?? "";

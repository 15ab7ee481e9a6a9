/** Styles: a CSS Module next to what it styles, each class used and none said twice. Only the sheets of GLOBAL speak of the whole page. */
import { dirname, join, normalize } from "node:path";
import postcss from "postcss";

/** Tokens, faces, elements, and the few utilities that any component may name; and the outline that is in the page before any component. */
const GLOBAL = [
  "packages/app/src/ui/tokens.css",
  "packages/app/src/ui/base.css",
  "packages/app/src/ui/checkboxes.css",
  "packages/app/src/ui/mantine-entry.css",
  "apps/web/first/first.css",
  "apps/web/src/fonts.css",
];

/**
 * Where left stays left for people who read from right to left too. Everything else follows the line: `margin-inline-start`, `inset-inline-end`, `text-align: start`, and
 * of four values that differ `padding-block` and `padding-inline`.
 */
const LEFT_AND_RIGHT = {
  "packages/app/src/ui/CodeInput.module.css": "the cells of a code: digits run from left to right",
  "packages/app/src/ui/Toasts.module.css": "a place that a script has measured, or the middle",
  "packages/app/src/vault/detail/Peek.module.css": "the middle, by a transform",
  "packages/app/src/vault/list/BulkBar.module.css": "the middle, by a transform",
  "packages/app/src/vault/list/DragLabel.module.css": "next to the pointer, by a transform",
};

const SIDE = /(?:^|-)(?:left|right)(?:-|$)/;

const CLASS = /\.(-?[A-Za-z_][\w-]*)/g;

/** @param files - every file of the product: path → text. @returns one line for everything that is wrong. */
export function wrongStyles(files) {
  const sheets = [...files.keys()].filter((path) => path.endsWith(".css"));
  const uses = usesOf(files);
  return sheets.flatMap((path) => [
    ...(isModule(path) || GLOBAL.includes(path) ? [] : [`${path}: a sheet for the whole page; make it a module next to its component`]),
    ...repeated(path, files.get(path)),
    ...sided(path, files.get(path)),
    ...(isModule(path) ? unmatched(path, files.get(path), uses.get(path)) : []),
  ]);
}

const isModule = (path) => path.endsWith(".module.css");

/** A selector said twice in one place of a sheet: the second half of a rule whose first half was overlooked. */
function repeated(path, text) {
  const seen = new Set();
  const wrong = [];
  postcss.parse(text).walkRules((rule) => {
    const place = `${placeOf(rule)}${rule.selector.replace(/\s+/g, " ")}`;
    if (seen.has(place)) wrong.push(`${path}:${rule.source?.start?.line} ${rule.selector} is here twice`);
    seen.add(place);
  });
  return wrong;
}

/** Declarations that name a side of the screen instead of the line's beginning or end. */
function sided(path, text) {
  if (Object.hasOwn(LEFT_AND_RIGHT, path)) return [];
  const wrong = [];
  postcss.parse(text).walkDecls(({ prop, value, source }) => {
    const four = /^(?:margin|padding|inset)$/.test(prop) ? valuesOf(value) : [];
    if (prop.startsWith("--")) return;
    if (SIDE.test(prop) || (/^(?:text-align|float|clear)$/.test(prop) && SIDE.test(value)) || (four.length === 4 && four[1] !== four[3]))
      wrong.push(`${path}:${source?.start?.line} ${prop}: ${value} names left or right; name the start and the end of the line`);
  });
  return wrong;
}

/** The values of a shorthand; what is in brackets is one. */
const valuesOf = (value) => value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

function placeOf(rule) {
  const names = [];
  for (let at = rule.parent; at && at.type !== "root"; at = at.parent) names.unshift(`${at.name ?? ""} ${at.params ?? at.selector ?? ""}`);
  return names.join("|");
}

function unmatched(path, text, used) {
  if (!used) return [`${path}: no component imports it`];
  const defined = new Set();
  postcss.parse(text).walkRules(({ selector }) => {
    for (const [, name] of selector.replace(/:global\([^)]*\)/g, "").matchAll(CLASS)) defined.add(name);
  });
  return [
    ...[...defined].filter((name) => !used.has(name)).map((name) => `${path}: .${name} is used nowhere`),
    ...[...used].filter((name) => !defined.has(name)).map((name) => `${path}: .${name} is used and not defined`),
  ];
}

/** Which classes of which module are named by the components that import it. */
function usesOf(files) {
  const uses = new Map();
  for (const [path, text] of files) {
    if (!/\.tsx?$/.test(path)) continue;
    for (const [, name, spec] of text.matchAll(/import (\w+) from "(\.[^"]+\.module\.css)"/g)) {
      const sheet = normalize(join(dirname(path), spec));
      const used = uses.get(sheet) ?? uses.set(sheet, new Set()).get(sheet);
      for (const [, plain, quoted] of text.matchAll(new RegExp(`(?<![\\w.-])${name}(?:\\.(\\w+)|\\["([\\w-]+)"\\])`, "g")))
        used.add(plain ?? quoted);
    }
  }
  return uses;
}

/** What the gallery makes of its rows (visit.ts): one page with all pictures, one table of figures. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const numbers = (rows, name) => rows.map((row) => row[name]).filter((value) => value !== null);
/** Says the least of them, and that nothing was measured where it was not. */
const least = (rows, name, said) => (numbers(rows, name).length > 0 ? said(Math.min(...numbers(rows, name))) : "not measured");
const count = (rows, rule) => rows.reduce((sum, { findings }) => sum + findings.filter((finding) => finding.rule === rule).length, 0);

/** What must hold, in the order of the table. `rule` is that of the findings against it. */
const MUST_HOLD = [
  {
    rule: "unreached",
    name: "screens that could not be reached",
    shown: (rows) => `of ${new Set(rows.map(({ screen, state }) => `${screen} ${state}`)).size}`,
  },
  {
    rule: "axe",
    name: "objections of axe, undecided contrast",
    shown: (rows) => `in ${total(rows, "axe")} looks, ${total(rows, "reviewed")} reviewed`,
  },
  { rule: "menu", name: "menus that do not open", shown: () => "" },
  { rule: "shift", name: "jumps over 0.02", shown: (rows) => `worst ${Math.max(0, ...numbers(rows, "shift")).toFixed(3)}` },
  {
    rule: "target",
    name: "targets under 44 px",
    shown: (rows) => least(rows, "smallest", (size) => `smallest ${Math.round(size)} px`),
  },
  {
    rule: "border",
    name: "control borders under 3:1",
    shown: (rows) => least(rows, "faintest", (ratio) => `faintest ${ratio.toFixed(2)}:1`),
  },
  { rule: "english", name: "English texts in another language", shown: () => "" },
  { rule: "sideways", name: "scrolls sideways, or is outside", shown: () => "from 320 px" },
];

const total = (rows, name) => rows.reduce((sum, row) => sum + row[name], 0);

/** @returns for each thing that must hold how often it does not. */
export const figuresOf = (rows) =>
  MUST_HOLD.map(({ rule, name, shown }) => ({ name, against: count(rows, rule), note: shown(rows), holds: count(rows, rule) === 0 }));

/** The same thing in several looks is one line. @returns lines "rule: what", with where it was found. */
function findingsOf(rows) {
  const places = new Map();
  for (const { screen, state, theme, width, findings } of rows) {
    for (const { rule, what } of findings) {
      const line = `${rule}: ${what}`;
      places.set(line, [...(places.get(line) ?? []), `${screen}/${state}/${theme}/${width}`]);
    }
  }
  return [...places].map(([line, where]) => ({ line, where }));
}

export function printFigures(rows, figures) {
  for (const { line, where } of findingsOf(rows))
    console.log(`✗ ${line}\n    ${where.slice(0, 4).join("  ")}${where.length > 4 ? `  and ${where.length - 4} more` : ""}`);
  console.log(`\n${rows.length} looks, ${spentOn(rows)}`);
  for (const { name, against, note, holds } of figures)
    console.log(`${holds ? "✓" : "✗"} ${String(against).padStart(5)}  ${name.padEnd(40)} ${note}`);
}

/** What the time went to, of all browsers together. */
function spentOn(rows) {
  const spent = {};
  for (const row of rows) for (const [what, ms] of Object.entries(row.spent ?? {})) spent[what] = (spent[what] ?? 0) + ms / 60_000;
  const all = Object.values(spent).reduce((sum, minutes) => sum + minutes, 0);
  const shares = Object.entries(spent).map(([what, minutes]) => `${what} ${minutes.toFixed(1)}`);
  return `${all.toFixed(1)} minutes: ${shares.join(", ")}`;
}

const escaped = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const STYLE = `
  body { font: 14px/1.4 system-ui, sans-serif; margin: 24px; background: #f6f4ee; color: #1a1c19; }
  h2 { margin: 32px 0 8px; } h3 { margin: 16px 0 4px; font-weight: 500; }
  .looks { display: flex; flex-wrap: wrap; gap: 8px; align-items: flex-start; }
  figure { margin: 0; } img { display: block; height: 260px; border: 1px solid #888779; }
  figcaption { font-size: 12px; } .wrong { color: #b3261e; max-width: 400px; overflow-wrap: anywhere; }
  td, th { padding: 2px 12px 2px 0; text-align: left; }`;

/** Writes index.html and results.json into the folder. */
export function writePage(out, rows) {
  const figures = figuresOf(rows).map(
    ({ name, against, note }) => `<tr><td>${against}</td><td>${escaped(name)}</td><td>${escaped(note)}</td></tr>`,
  );
  const screens = Object.entries(grouped(rows, "screen"));
  const sections = screens.map(([screen, ofScreen]) => `<h2 id="${escaped(screen)}">${escaped(screen)}</h2>${statesOf(ofScreen)}`);
  const links = screens.map(([screen]) => `<a href="#${escaped(screen)}">${escaped(screen)}</a>`);
  writeFileSync(
    join(out, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Coffer, every screen</title><style>${STYLE}</style><h1>Every screen</h1>
<table>${figures.join("")}</table><p>${links.join(" · ")}</p>${sections.join("")}</html>`,
  );
  writeFileSync(join(out, "results.json"), JSON.stringify({ figures: figuresOf(rows), findings: findingsOf(rows), rows }, null, 1));
}

function grouped(rows, name) {
  const groups = {};
  for (const row of rows) groups[row[name]] = [...(groups[row[name]] ?? []), row];
  return groups;
}

const statesOf = (rows) =>
  Object.entries(grouped(rows, "state"))
    .map(([state, looks]) => `<h3>${escaped(state)}</h3><div class="looks">${looks.map(figureOf).join("")}</div>`)
    .join("");

const figureOf = ({ theme, width, pictures, shift, smallest, faintest, findings }) => {
  const measured = [
    shift !== null && `jumps ${shift.toFixed(3)}`,
    smallest !== null && `smallest ${Math.round(smallest)}`,
    faintest !== null && `faintest ${faintest.toFixed(1)}`,
  ].filter(Boolean);
  const images = pictures.map((path) => `<a href="${escaped(path)}"><img loading="lazy" src="${escaped(path)}" alt=""></a>`).join("");
  const wrong = findings.map(({ rule, what }) => `<div class="wrong">${escaped(rule)}: ${escaped(what)}</div>`).join("");
  return `<figure>${images}<figcaption>${theme} ${width} ${measured.join(", ")}</figcaption>${wrong}</figure>`;
};

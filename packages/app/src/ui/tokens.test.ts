/** Every pair of colours that is read on one another, in both themes, by the contrast that WCAG computes. */
import { readFileSync } from "node:fs";
import { SWATCHES } from "@coffer/core/items/vault-appearance";
import postcss, { type Rule } from "postcss";
import { describe, expect, it } from "vitest";

const sheet = postcss.parse(readFileSync(new URL("tokens.css", import.meta.url), "utf8"));

/** @returns the colours that the rules for a theme give names to, those of `prefers-contrast` over the others where it is asked for. */
function colorsOf(theme: string, contrast: "usual" | "more"): Map<string, string> {
  const colors = new Map<string, string>();
  const isFor = (rule: Rule): boolean => {
    const { parent } = rule;
    const isMore = parent?.type === "atrule" && (parent as postcss.AtRule).params.includes("prefers-contrast");
    return rule.selector.includes(`"${theme}"`) && (!isMore || contrast === "more");
  };
  sheet.walkRules((rule) => {
    if (isFor(rule)) rule.walkDecls(/^--/, ({ prop, value }) => void colors.set(prop.slice(2), value));
  });
  return colors;
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const PAPERS = ["surface-0", "surface-1", "surface-2"];
const INKS = [
  ...["text-strong", "text", "text-muted", "accent-text", "danger", "warning", "digit", "symbol", "brass"],
  ...["strength-0", "strength-1", "strength-2", "strength-3", "strength-4"],
];
/** Ink, ground. */
const READ: readonly (readonly [string, string])[] = [
  ...INKS.flatMap((ink) => PAPERS.map((paper) => [ink, paper] as const)),
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["on-danger", "danger"],
  ["on-danger", "danger-hover"],
  ["accent-text", "accent-soft"],
  ["text-muted", "accent-soft"],
  ["text-strong", "accent-soft"],
  ["danger", "danger-soft"],
  ["text", "danger-soft"],
  ["warning", "warning-soft"],
  ["text", "warning-soft"],
  ["brass", "brass-soft"],
  ["text", "brass-soft"],
  ["text-strong", "brass-line"],
  ["paper-ink", "paper"],
  ["paper-muted", "paper"],
  // A button that is chosen, and the words of a tip: the strong ink is their ground.
  ["surface-1", "text-strong"],
];
/** What is on the third surface, the background of counts and of what the pointer is on. */
const READ_ON_THIRD = ["text-strong", "text", "text-muted", "accent-text", "danger"];

describe.each(["light", "dark"])("in %s", (theme) => {
  const at = (contrast: "usual" | "more") => {
    const colors = colorsOf(theme, contrast);
    return (name: string): string => {
      const color = colors.get(name);
      if (color === undefined || !/^#[0-9a-f]{6}$/i.test(color)) throw new Error(`${name} is no colour in ${theme}`);
      return color;
    };
  };
  const usual = at("usual");

  it.each(READ)("%s on %s is read easily", (ink, ground) => {
    expect(contrastOf(usual(ink), usual(ground))).toBeGreaterThanOrEqual(5.2);
  });

  it.each(READ_ON_THIRD)("%s on the third surface is read", (ink) => {
    expect(contrastOf(usual(ink), usual("surface-3"))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(PAPERS)("a control's border and a star are seen on %s", (paper) => {
    for (const name of ["line-control", "star", "accent"]) expect(contrastOf(usual(name), usual(paper))).toBeGreaterThanOrEqual(3);
  });

  it("what is over a page of its own colour has a visible edge", () => {
    for (const paper of ["surface-0", "surface-1"]) expect(contrastOf(usual("raised-edge"), usual(paper))).toBeGreaterThanOrEqual(1.4);
  });

  it.each(SWATCHES)("the swatch $name is seen on every paper, and a white sign on it", ({ color }) => {
    for (const paper of PAPERS) expect(contrastOf(color, usual(paper))).toBeGreaterThanOrEqual(3);
    expect(contrastOf(color, "#ffffff")).toBeGreaterThanOrEqual(3);
  });

  it("a user who asks for more contrast gets more, and visible lines", () => {
    const more = at("more");
    for (const paper of PAPERS) {
      expect(contrastOf(more("text-muted"), more(paper))).toBeGreaterThanOrEqual(7);
      expect(contrastOf(more("line-control"), more(paper))).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(more("line"), more(paper))).toBeGreaterThanOrEqual(3);
    }
  });
});

it("what the library draws red is drawn in our red, also in dark, where its own is nearly white", () => {
  const library = new Map<string, string>();
  sheet.walkDecls(/^--mantine-color-(?:red|error)/, ({ prop, value }) => void library.set(prop.slice("--mantine-color-".length), value));
  for (const name of ["error", "red-filled", "red-light-color", "red-outline", "red-text"]) expect(library.get(name)).toBe("var(--danger)");
});

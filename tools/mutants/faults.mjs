/** The small faults that a source can have: one comparison turned round, one condition, one truth, one call left out. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../ensure.mjs";

/** Texts, tables of data and styles are not lines that could be wrong in these ways. */
const NOT_CODE = /\.test\.|\/testing\/|\/vectors\/|\/migrations\/|\/words\/|wordlist|\.d\.ts$/;

export const isCode = (path) => /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path) && !NOT_CODE.test(path);

export const sources = () =>
  execFileSync("git", ["ls-files", ":(glob)packages/*/src/**", ":(glob)apps/*/src/**"], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter(isCode);

export const readSource = (path) => readFileSync(join(ROOT, path), "utf8");

const OPPOSITES = {
  "===": "!==",
  "!==": "===",
  "<": ">=",
  ">": "<=",
  "<=": ">",
  ">=": "<",
  "&&": "||",
  "||": "&&",
};

/** @returns the node that becomes the text, and the expression that runs where the fault would be; null for a node without faults */
function faultOf(node, source) {
  if (ts.isBinaryExpression(node) && OPPOSITES[node.operatorToken.getText(source)])
    return { node: node.operatorToken, text: OPPOSITES[node.operatorToken.getText(source)], runs: node };
  if (ts.isIfStatement(node)) return { node: node.expression, text: `!(${node.expression.getText(source)})`, runs: node.expression };
  if (ts.isConditionalExpression(node)) return { node: node.condition, text: `!(${node.condition.getText(source)})`, runs: node.condition };
  if (node.kind === ts.SyntaxKind.TrueKeyword && !ts.isLiteralTypeNode(node.parent)) return { node, text: "false", runs: node };
  if (node.kind === ts.SyntaxKind.FalseKeyword && !ts.isLiteralTypeNode(node.parent)) return { node, text: "true", runs: node };
  if (ts.isExpressionStatement(node) && (ts.isCallExpression(node.expression) || ts.isAwaitExpression(node.expression)))
    return { node, text: ";", runs: node.expression };
  return null;
}

/** Runs when the module is loaded, which files of tests share: no one knows for which of them. */
const isInFunction = (node) =>
  Boolean(
    ts.findAncestor(
      node,
      (above) => ts.isFunctionLike(above) || (ts.isPropertyDeclaration(above) && !ts.getModifiers(above)?.some(isStatic)),
    ),
  );
const isStatic = ({ kind }) => kind === ts.SyntaxKind.StaticKeyword;

/**
 * @returns the faults of a file: from, to (offsets), text (the replacement), what (for the person who reads it), runs (offsets of the expression that
 * runs where the fault is), isAtLoad
 */
export function faultsIn(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const faults = [];
  const visit = (node) => {
    const fault = faultOf(node, source);
    if (fault) faults.push(described(path, source, fault));
    if (!ts.isTypeNode(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

function described(path, source, { node, text, runs }) {
  const from = node.getStart(source);
  return {
    path,
    line: source.getLineAndCharacterOfPosition(from).line + 1,
    from,
    to: node.end,
    text,
    what: `${node.getText(source).slice(0, 70)} → ${text}`.replaceAll(/\s+/g, " "),
    runs: { from: runs.getStart(source), to: runs.end },
    isAtLoad: !isInFunction(node),
  };
}

/** @returns the source with one fault put in */
export const withFault = (text, fault) => text.slice(0, fault.from) + fault.text + text.slice(fault.to);

/** mulberry32: the same seed draws the same faults of the same tree. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function drawn(seed, count) {
  const random = randomFrom(seed);
  const all = sources().flatMap((path) => faultsIn(path, readSource(path)));
  return Array.from({ length: count }, () => all.splice(Math.floor(random() * all.length), 1)[0]);
}

/** @param where - FILE:LINE. @throws when there is no such file */
export function faultsAt(where) {
  const [path, line] = where.split(":");
  return faultsIn(path, readSource(path)).filter((fault) => fault.line === Number(line));
}

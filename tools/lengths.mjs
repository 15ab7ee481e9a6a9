/** How long things may be: files end before 250 lines, functions before 40; a component, whose text is mostly what it draws, before 60. */
import { readFileSync } from "node:fs";
import ts from "typescript";

const FILE_LINES = 250;
const FUNCTION_LINES = 40;
const COMPONENT_LINES = 60;

/** Tables of data may be longer. */
const TABLES = /(kinds|sources|wordlist)\.ts$|\/(fixtures|vectors|migrations)\//;

/** @returns one line for everything that is too long in this file. */
export function tooLong(path, text = readFileSync(path, "utf8")) {
  const lines = text.trimEnd().split("\n").length;
  const file = !TABLES.test(path) && lines > FILE_LINES ? [`${path}: ${lines} lines, at most ${FILE_LINES}`] : [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  return [...file, ...functionsIn(source).flatMap((found) => checkFunction(path, found))];
}

function checkFunction(path, { name, line, length, isComponent }) {
  const limit = isComponent ? COMPONENT_LINES : FUNCTION_LINES;
  return length > limit ? [`${path}:${line} ${name}: ${length} lines, at most ${limit}`] : [];
}

/** Every function with a body, the inner ones too: a long one does not become short by being wrapped. */
function functionsIn(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) found.push(describe(node, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function describe(node, source) {
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const line = lineOf(node.getStart(source));
  const name = nameOf(node);
  // A component has a component's name and is in a file with JSX.
  const isComponent = source.languageVariant === ts.LanguageVariant.JSX && /^[A-Z]/.test(name);
  return { name, line: line + 1, length: lineOf(node.end) - line + 1, isComponent };
}

function nameOf(node) {
  if (node.name) return node.name.getText();
  let parent = node.parent;
  while (parent && (ts.isCallExpression(parent) || ts.isParenthesizedExpression(parent))) parent = parent.parent; // memo(function …)
  return parent && (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent))
    ? parent.name.getText()
    : "(a function without a name)";
}

/**
 * The texts of a source file that people read, as a translator gets them: `"Shared with {0} until {1}"` for a template or for what an element holds,
 * `"item|items"` for the two words of a `plural` call. What is inserted may hold texts again.
 */
import ts from "typescript";

/** Attributes that hold no words. */
const CODE_ATTRIBUTES =
  /^(?:class(?:Name|Names)?|id|type|variant|size|color|c|to|href|name|key|role|rel|target|auto[A-Z]\w*|data-.*|input[mM]ode|method|src|d|fill|stroke|viewBox|component|order|position|justify|align|gap|mode|kind|as|inputMode|enterKeyHint|spellCheck|form|htmlFor|tt|ff|fw|fz|ta|w|h|p|m\w|p\w|display|lang|dir|charSet|content|media|sizes|crossOrigin|referrerPolicy|sandbox|accept|pattern|aria-(?:live|current|haspopup|controls|labelledby|describedby|owns|activedescendant|sort|orientation|autocomplete|relevant|modal|invalid))$/;

/** Properties that hold what is stored, sent, or for those who write code. */
const CODE_PROPERTIES =
  /^(?:value|keys?|id|icon|column|csvType|sample|control|wire|derive|summary|look|kind|format|reader|columns|ignored|instead|repeats|beyond|oneOf|path|newKeys|secret)$/;

/** Calls whose words are for programs, what makes ids and what checks values of the server among them. */
const CODE_CALLS =
  /(?:^|\.)(?:idFrom|utf8|hashText|sha256|bindingOf|contextOf|encode|replaceSync|getModifierState|importKey|sign|verify|regex|max|min|refine|querySelector(?:All)?|closest|matches|matchMedia|(?:add|remove)EventListener|getItem|setItem|removeItem|getAttribute|removeAttribute|hasAttribute|createElement(?:NS)?|getElementById|dispatchEvent|startsWith|endsWith|includes|indexOf|split|replace(?:All)?|getPropertyValue|setProperty|fetch|import|require|get|has|set|delete|RegExp|Symbol|DOMException|URL|log|warn|error|info|debug|trace)$/;

const letters = /\p{L}/u;
/** Words of their own that begin with a small letter, by file: elsewhere such words are codes. */
const SINGLE_WORDS = {
  "packages/app/src/shell/glass/known-facts.ts": ["vault", "favorite", "yes", "no", "none", "never"],
  "packages/app/src/shell/palette/Palette.tsx": ["open", "back", "close"],
  "packages/app/src/shell/WaitingEdits.tsx": ["deleted", "new", "changed"],
  "packages/app/src/ui/guessing-time.ts": ["centuries"],
  "packages/app/src/vault/history/field-texts.ts": ["removed"],
};

/** What numbers, dates and names are shown by: `LOCALE` of core/src/text.ts. */
const LOCALE = "en-US";

/** A sentence or a part of one: words with spaces between them, and neither style nor markup. */
const isProse = (text) =>
  /^\p{Lu}\p{Ll}+(?: ?[/&] ?\p{L}\p{Ll}+)+$/u.test(text) ||
  (/\p{L}[\p{L}\d'’.,;:!?…)"”-]*\s+["“(]?[\p{L}\d{]/u.test(text) && !/[<]|^[\w-]+: [\w-]+;|^\s*[a-z-]+:\s|^(?:M|m)\d/.test(text));
/** What is inserted, with a word next to it. */
const isAroundInserted = (text) => /\{\d+\} \p{L}{3,}|\p{L}{3,} \{\d+\}/u.test(text);

/** One word that begins as a name does. */
const isTitle = (text) => /^\p{Lu}[\p{Ll}'’-]+(?:[.…!?:]|\.\.\.)?$/u.test(text.trim());

const isModuleName = ({ parent }) =>
  ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent) || ts.isExternalModuleReference(parent);

const isCodeProperty = (node) => ts.isPropertyAssignment(node) && CODE_PROPERTIES.test(node.name.getText());

const isKey = (node) => {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return parent.name === node || isCodeProperty(parent);
  if (ts.isArrayLiteralExpression(parent)) return isCodeProperty(parent.parent);
  return ts.isPropertySignature(parent) || ts.isEnumMember(parent) || ts.isElementAccessExpression(parent) || ts.isCaseClause(parent);
};

const isCompared = ({ parent }) => ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText());

/** Of errors only the client's own have a sentence for people. */
const isArgument = ({ parent }) =>
  (ts.isNewExpression(parent) &&
    /^(?:(?:Type|Range)?Error|DOMException|Refused|RegExp|URL|Set|Map|Intl\..*)$/.test(parent.expression.getText())) ||
  (ts.isCallExpression(parent) && CODE_CALLS.test(parent.expression.getText())) ||
  ts.isTaggedTemplateExpression(parent);

/** @returns whether a literal is at a place where only a program looks at it */
const isCode = (node) => isModuleName(node) || isKey(node) || isCompared(node) || isArgument(node);

/** As React reads it: lines are trimmed and joined by one space. */
function textOfJsx(text) {
  const lines = text.split(/\r\n|\n|\r/);
  const kept = lines
    .map((line, at) => {
      let words = line.replaceAll("\t", " ");
      if (at > 0) words = words.replace(/^ +/, "");
      if (at < lines.length - 1) words = words.replace(/ +$/, "");
      return words;
    })
    .filter((line) => line !== "");
  return decode(kept.join(" "));
}
const ENTITIES = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  rarr: "→",
  larr: "←",
  middot: "·",
  times: "×",
  copy: "©",
};
const decode = (text) =>
  text.replace(
    /&(#?\w+);/g,
    (whole, name) =>
      ENTITIES[name] ??
      (name.startsWith("#x")
        ? String.fromCodePoint(Number.parseInt(name.slice(2), 16))
        : name.startsWith("#")
          ? String.fromCodePoint(Number(name.slice(1)))
          : whole),
  );

const isStringExpression = (child) =>
  ts.isJsxExpression(child) && child.expression !== undefined && ts.isStringLiteralLike(child.expression);
const isEmpty = (child) => ts.isJsxExpression(child) && child.expression === undefined;

/** What an element holds as one message, or undefined when it has no text of its own. */
function messageOf(node) {
  const children = node.children.filter((child) => !isEmpty(child));
  if (
    !children.some((child) =>
      ts.isJsxText(child) ? letters.test(child.text) : isStringExpression(child) && letters.test(child.expression.text),
    )
  )
    return undefined;
  const slots = [];
  let text = "";
  for (const child of children)
    if (ts.isJsxText(child)) text += textOfJsx(child.text);
    else if (isStringExpression(child)) text += child.expression.text;
    else {
      text += `{${slots.length}}`;
      slots.push(child);
    }
  if (!letters.test(text.replace(/\{\d+\}/g, ""))) return undefined;
  return { at: node.children[0].getFullStart(), end: node.children.at(-1).getEnd(), text, slots, form: "children" };
}

function templateOf(node) {
  if (ts.isNoSubstitutionTemplateLiteral(node)) return { text: node.text, slots: [] };
  let text = node.head.text;
  const slots = [];
  for (const { expression, literal } of node.templateSpans) {
    text += `{${slots.length}}${literal.text}`;
    slots.push(expression);
  }
  return { text, slots };
}

function attributeOf(node) {
  let at = node.parent;
  while (at !== undefined && !ts.isJsxAttribute(at) && !ts.isStatement(at)) at = at.parent;
  return at !== undefined && ts.isJsxAttribute(at) ? at.name.getText() : undefined;
}

const isInChild = (node) => {
  let at = node.parent;
  while (
    ts.isConditionalExpression(at) ||
    ts.isParenthesizedExpression(at) ||
    (ts.isBinaryExpression(at) && /^(?:&&|\|\||\?\?)$/.test(at.operatorToken.getText()))
  )
    at = at.parent;
  return ts.isJsxExpression(at) && !ts.isJsxAttribute(at.parent);
};

const isSingle = (node, text) => (SINGLE_WORDS[node.getSourceFile().fileName] ?? []).includes(text);

/** Between the last two of a list, or a word that a table calls one thing of a kind by. */
const isJoining = ({ parent }) => ts.isCallExpression(parent) && /\.join$/.test(parent.expression.getText());
const isCalled = ({ parent }) => ts.isPropertyAssignment(parent) && parent.name.getText() === "one";

/** One of the words that a sentence has by a condition: `${isOne ? "it" : "them"}`. */
const isInTemplate = (node) => {
  let at = node.parent;
  if (!ts.isConditionalExpression(at)) return false;
  while (ts.isConditionalExpression(at) || ts.isParenthesizedExpression(at)) at = at.parent;
  if (!ts.isTemplateSpan(at)) return false;
  const { text } = templateOf(at.parent);
  return isProse(text) || /\{\d+\} \p{Ll}|\p{Ll} \{\d+\}/u.test(text);
};

/** Quotes around what is inserted: each language has its own. */
const isQuoted = (text) => text === '"{0}"';

function isText(node, text) {
  if (isQuoted(text)) return !isCode(node);
  if (!letters.test(text.replace(/\{\d+\}/g, "")) || isCode(node)) return false;
  const attribute = attributeOf(node);
  // A field's name is code, a vault's begins as a name does.
  if (attribute === "name") return isTitle(text);
  if (attribute !== undefined && CODE_ATTRIBUTES.test(attribute)) return false;
  if (isInChild(node)) return true;
  if (ts.isJsxAttribute(node.parent) || (ts.isJsxExpression(node.parent) && ts.isJsxAttribute(node.parent.parent)) || isInTemplate(node))
    return true;
  if (isJoining(node) || isCalled(node) || isSingle(node, text)) return true;
  return isProse(text) || isTitle(text) || isAroundInserted(text) || text === LOCALE;
}

const isPlural = (node) =>
  ts.isCallExpression(node) &&
  node.expression.getText() === "plural" &&
  node.arguments.slice(1).every(ts.isStringLiteralLike) &&
  node.arguments.length > 1;

/** @returns the texts below a node; those of what is inserted are in the slots */
function below(node) {
  const found = [];
  const visit = (child) => {
    const unit = unitOf(child);
    if (unit === undefined) return child.forEachChild(visit);
    if (ts.isJsxElement(child)) found.push(...below(child.openingElement));
    if (unit.form === "plural") found.push(...unitsIn(child.arguments[0]));
    found.push({ ...unit, slots: unit.slots.map((slot) => ({ at: slot.getStart(), end: slot.getEnd(), texts: unitsIn(slot) })) });
  };
  node.forEachChild(visit);
  return found;
}

/** Of a node itself, or of what is below it. */
const unitsIn = (node) => below({ forEachChild: (visit) => visit(node) });

function unitOf(node) {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return messageOf(node);
  if (isPlural(node)) {
    const [, one, many] = node.arguments;
    return {
      at: one.getStart(),
      end: node.arguments.at(-1).getEnd(),
      text: `${one.text}|${many?.text ?? `${one.text}s`}`,
      slots: [],
      form: "plural",
    };
  }
  if (ts.isStringLiteral(node) && isText(node, node.text))
    return {
      at: node.getStart(),
      end: node.getEnd(),
      text: node.text,
      slots: [],
      form: ts.isJsxAttribute(node.parent) ? "attribute" : "literal",
    };
  if ((ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) && !ts.isTaggedTemplateExpression(node.parent)) {
    const { text, slots } = templateOf(node);
    if (isText(node, text)) return { at: node.getStart(), end: node.getEnd(), text, slots, form: "template" };
  }
  return undefined;
}

/** @returns the outermost texts of a file in their order; what is inserted into one is in its `slots`, with the texts in it */
export function textsOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  return below(file);
}

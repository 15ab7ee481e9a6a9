/** Which regular expressions are tried on addresses at all. Apart from `url-match.ts`, whose list of public suffixes a form does not need. */

/** The engine has no time limit of its own. */
const PATTERN_MAX_LENGTH = 256;
/** Unlimited repetitions in one pattern; an unanchored pattern has one of them already. With 512 characters this ends within tenths of a second. */
const REPETITIONS_MAX = 3;

/** Whether a pattern is valid and cannot take long: short, no repetition of a group that repeats or chooses, no back reference, few repetitions. */
export function isSafePattern(pattern: string): boolean {
  if (!pattern || pattern.length > PATTERN_MAX_LENGTH || !isPattern(pattern)) return false;
  if (/\\[1-9]|\\k/.test(pattern)) return false;
  // Escapes and character classes become one letter, so that what is left are groups and repetitions.
  let rest = pattern.replace(/\\u\{?[\da-f]+\}?|\\./gis, "x").replace(/\[[^\]]*\]/g, "x");
  const isAnchored = /^\^/.test(rest) && !rest.includes("|");
  const repetitions = (rest.match(/[*+]|\{\d+,/g)?.length ?? 0) + (rest.match(/\{\d{2,}/g)?.length ?? 0);
  if (repetitions + (isAnchored ? 0 : 1) > REPETITIONS_MAX) return false;
  for (let inner = INNERMOST_GROUP.exec(rest); inner; inner = INNERMOST_GROUP.exec(rest)) {
    const [group, body = "", repeated = ""] = inner;
    const isComplex = /[*+?{|]/.test(body);
    if (repeated && isComplex) return false;
    // What was inside still counts for the group around it.
    rest = rest.replace(group, () => (repeated || isComplex ? "x+" : "x"));
  }
  return true;
}

/** A group without another inside, and the repetition after it; one "?" is none. */
const INNERMOST_GROUP = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?([^()]*)\)([*+]|\{\d+(?:,\d*)?\})?/;

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "i") instanceof RegExp;
  } catch {
    return false; // not a pattern: it matches nothing, and the form says so
  }
}

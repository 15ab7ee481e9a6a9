/** Which regular expressions are run on addresses. Separate from `url-match.ts`, because forms do not need its list of public suffixes. */

/** The engine has no time limit of its own. */
const PATTERN_MAX_LENGTH = 256;
/** Unlimited repetitions per pattern; an unanchored pattern counts as one. With 512 characters such a pattern ends within tenths of a second. */
const REPETITIONS_MAX = 3;

/** Whether a pattern is valid and fast: short, no repeated group with a repetition or alternative inside, no back reference, few repetitions. */
export function isSafePattern(pattern: string): boolean {
  if (!pattern || pattern.length > PATTERN_MAX_LENGTH || !isPattern(pattern)) return false;
  if (/\\[1-9]|\\k/.test(pattern)) return false;
  // Escapes and character classes become one letter, which leaves only groups and repetitions.
  let rest = pattern.replace(/\\u\{?[\da-f]+\}?|\\./gis, "x").replace(/\[[^\]]*\]/g, "x");
  const isAnchored = /^\^/.test(rest) && !rest.includes("|");
  const repetitions = (rest.match(/[*+]|\{\d+,/g)?.length ?? 0) + (rest.match(/\{\d{2,}/g)?.length ?? 0);
  if (repetitions + (isAnchored ? 0 : 1) > REPETITIONS_MAX) return false;
  for (let inner = INNERMOST_GROUP.exec(rest); inner; inner = INNERMOST_GROUP.exec(rest)) {
    const [group, body = "", repeated = ""] = inner;
    const isComplex = /[*+?{|]/.test(body);
    if (repeated && isComplex) return false;
    // The content of an inner group still counts for the outer one.
    rest = rest.replace(group, () => (repeated || isComplex ? "x+" : "x"));
  }
  return true;
}

/** An innermost group and the repetition after it; a single "?" is not a repetition. */
const INNERMOST_GROUP = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?([^()]*)\)([*+]|\{\d+(?:,\d*)?\})?/;

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "i") instanceof RegExp;
  } catch {
    return false; // not a pattern: it matches nothing, and the form shows an error
  }
}

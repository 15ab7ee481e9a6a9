/** Passwords that look HTML-encoded ("a&amp;b"). The user decides whether they are, because it may be the actual password. */
import type { Candidate } from "./candidate.ts";

const SIGNS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'", "#039": "'", "#x27": "'" };
const ENTITY = /&(amp|lt|gt|quot|apos|#0?39|#x27);/gi;
/** Characters shown at each side: enough to judge, too few to reveal a password on screen. */
const CONTEXT = 3;

/** Decodes each entity once: "&amp;lt;" is "&lt;". */
const decoded = (text: string): string => text.replace(ENTITY, (whole, name: string) => SIGNS[name.toLowerCase()] ?? whole);

const isEncoded = ({ password }: Candidate): boolean => password.includes("&") && decoded(password) !== password;

export interface EncodedPasswords {
  readonly count: number;
  /** Samples around the first entities, without duplicates. */
  readonly samples: readonly { readonly before: string; readonly after: string }[];
}

export function encodedPasswords(candidates: readonly Candidate[], most = 4): EncodedPasswords {
  const found = candidates.filter(isEncoded);
  const samples = new Map<string, string>();
  for (const { password } of found) {
    const before = aroundFirstSign(password);
    if (samples.size < most) samples.set(before, decoded(before));
  }
  return { count: found.length, samples: [...samples].map(([before, after]) => ({ before, after })) };
}

/** An entity at the edge is shown completely: half of one would look as if it is not decoded. */
function aroundFirstSign(password: string): string {
  const signs = [...password.matchAll(ENTITY)].map(({ index, 0: sign }) => ({ start: index, end: index + sign.length }));
  const [first] = signs;
  if (!first) return "";
  const cut = first.end + CONTEXT;
  const { end } = signs.find(({ start, end }) => start < cut && cut < end) ?? { end: cut };
  return password.slice(Math.max(0, first.start - CONTEXT), end);
}

/** The same candidates with those passwords decoded. */
export const decodePasswords = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.map((one) => {
    if (!isEncoded(one)) return one;
    const password = decoded(one.password);
    return { ...one, password, fields: { ...one.fields, password } };
  });

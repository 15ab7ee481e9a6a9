/** What of a report is urgent, and what is to be done first. */
import { FINDING_NAMES } from "./finding-names.ts";
import { findingOf, type Urgency } from "./findings.ts";
import type { Found } from "./health.ts";

/** How many items have a finding of this urgency: each once, however many it has. */
export const countOf = (found: readonly Found[], urgency: Urgency): number =>
  new Set(found.flatMap(({ id, finding }) => (findingOf(finding).urgency === urgency ? id : []))).size;

/** What to do first, in a sentence: it is of the heaviest finding. Null where nothing was found. */
export function firstOf(found: readonly Found[]): string | null {
  const heaviest = FINDING_NAMES.find((name) => found.some(({ finding }) => finding === name));
  if (heaviest === undefined) return null;
  return findingOf(heaviest).first(found.filter(({ finding }) => finding === heaviest).length);
}

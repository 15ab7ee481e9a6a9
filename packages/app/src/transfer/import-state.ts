/**
 * The import wizard as a reducer with named steps, tested without React.
 *
 *   select ──chose──▶ upload ──read──▶ review ──began──▶ importing ──finished──▶ done ──▶ /vaults
 *     ▲                │  ▲              │ ▲                 │
 *     └────back────────┘  └────back──────┘ └─────failed──────┘   (review again, under a red banner)
 *
 * What a review is made of, and which of its rows may be sent, stands in core/transfer/duplicates.ts.
 */
import { newCandidates, type Review, removeCandidates } from "@coffer/core/transfer/duplicates";
import type { ImportProblem } from "@coffer/core/transfer/import";
import type { SourceId } from "@coffer/core/transfer/sources";

export interface ReadFile {
  readonly text: string;
  readonly review: Review;
  /** Lines of the file that cannot become an item, or not wholly. */
  readonly problems: readonly ImportProblem[];
}

interface Chosen extends ReadFile {
  readonly sourceId: SourceId;
  /** Ids of candidates. */
  readonly selected: ReadonlySet<string>;
}

export type ImportState =
  | { readonly step: "select" }
  | { readonly step: "upload"; readonly sourceId: SourceId; readonly reading: boolean; readonly problem: string | null }
  | ({ readonly step: "review"; readonly failure: string | null } & Chosen)
  | ({ readonly step: "importing"; readonly percent: number } & Chosen)
  | ({ readonly step: "done"; readonly created: number } & Chosen);

/** The steps that show the file's rows. */
export type ReviewState = Extract<ImportState, { review: Review }>;

export type ImportAction =
  | { readonly type: "chose"; readonly sourceId: SourceId }
  | { readonly type: "reading" }
  | { readonly type: "unreadable"; readonly problem: string }
  | { readonly type: "read"; readonly file: ReadFile }
  | { readonly type: "selected"; readonly ids: readonly string[]; readonly on: boolean }
  | { readonly type: "removed"; readonly ids: readonly string[] }
  | { readonly type: "began" }
  | { readonly type: "progressed"; readonly percent: number }
  | { readonly type: "failed"; readonly reason: string }
  | { readonly type: "finished"; readonly created: number }
  | { readonly type: "back" };

export const START: ImportState = { step: "select" };

/** An action that does not belong to the step is ignored: a late answer must not undo what the person did meanwhile. */
export function importReducer(state: ImportState, action: ImportAction): ImportState {
  switch (action.type) {
    case "chose":
      return { step: "upload", sourceId: action.sourceId, reading: false, problem: null };
    case "back":
      return back(state);
    case "reading":
      return state.step === "upload" ? { ...state, reading: true, problem: null } : state;
    case "unreadable":
      return state.step === "upload" ? { ...state, reading: false, problem: action.problem } : state;
    case "read":
      return state.step === "upload" ? openReview(state.sourceId, action.file) : state;
    case "selected":
      return state.step === "review" ? { ...state, selected: select(state.selected, action.ids, action.on) } : state;
    case "removed":
      return state.step === "review" ? { ...state, ...withoutRows(state, action.ids) } : state;
    case "began":
      return state.step === "review" ? { ...chosen(state), step: "importing", percent: 0 } : state;
    case "progressed":
      return state.step === "importing" ? { ...state, percent: Math.max(state.percent, action.percent) } : state;
    case "failed":
      return state.step === "importing" ? { ...chosen(state), step: "review", failure: action.reason } : state;
    case "finished":
      return state.step === "importing" ? { ...chosen(state), step: "done", created: action.created } : state;
  }
}

const chosen = ({ sourceId, text, review, problems, selected }: Chosen): Chosen => ({ sourceId, text, review, problems, selected });

/** Everything that is new is chosen at first: the common wish is one click away. */
function openReview(sourceId: SourceId, file: ReadFile): ImportState {
  const all = new Set(file.review.candidates.map(({ id }) => id));
  const selected = new Set(newCandidates(file.review, all).map(({ id }) => id));
  return { step: "review", failure: null, sourceId, ...file, selected };
}

function back(state: ImportState): ImportState {
  if (state.step === "upload") return START;
  if (state.step === "review") return { step: "upload", sourceId: state.sourceId, reading: false, problem: null };
  return state;
}

function select(selected: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(selected);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

const withoutRows = ({ review, selected }: Chosen, ids: readonly string[]): Pick<Chosen, "review" | "selected"> => ({
  review: removeCandidates(review, ids),
  selected: select(selected, ids, false),
});

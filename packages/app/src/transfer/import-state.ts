/**
 * The import wizard as a reducer with named steps, tested without React.
 *
 *   select ──chose──▶ upload ──read──▶ review ──began──▶ importing ──finished──▶ done ──▶ /vaults
 *     │ ▲             ▲ │  ▲             ▲ ▲                 │
 *     │ └────back─────┘ │  └────back─────┘ └─────failed──────┘   (review again, under a red banner)
 *     │               sealed              │
 *     │                 ▼                 │
 *     ├───sealed────▶ locked ────read─────┤    (a backup that asks for its password; back leads to upload)
 *     └──────────────────────────read─────┘    (a file dropped on the first step, whose source was recognised)
 *
 * What a review is made of, and which of its rows may be sent, stands in core/transfer/duplicates.ts.
 */
import type { BackupVault } from "@coffer/core/transfer/backup";
import { newCandidates, type Review, removeCandidates } from "@coffer/core/transfer/duplicates";
import type { ImportError } from "@coffer/core/transfer/import";
import type { SourceId } from "@coffer/core/transfer/sources";

export interface ReadFile {
  readonly sourceId: SourceId;
  readonly text: string;
  /** Those the file holds whole. */
  readonly vaults: readonly BackupVault[];
  readonly review: Review;
  /** Lines of the file that cannot become an item, or not wholly. */
  readonly errors: readonly ImportError[];
}

interface Chosen extends ReadFile {
  /** Ids of candidates. */
  readonly selected: ReadonlySet<string>;
}

/** A step at which a file is read. */
interface Reading {
  readonly reading: boolean;
  readonly error: string | null;
}

export type ImportState =
  | ({ readonly step: "select" } & Reading)
  | ({ readonly step: "upload"; readonly sourceId: SourceId } & Reading)
  | { readonly step: "locked"; readonly sourceId: SourceId; readonly sealed: string }
  | ({ readonly step: "review"; readonly failure: string | null } & Chosen)
  | ({ readonly step: "importing"; readonly percent: number } & Chosen)
  | ({ readonly step: "done"; readonly created: number } & Chosen);

/** The steps that show the file's rows. */
export type ReviewState = Extract<ImportState, { review: Review }>;

export type ImportAction =
  | { readonly type: "chose"; readonly sourceId: SourceId }
  | { readonly type: "reading" }
  | { readonly type: "unreadable"; readonly error: string }
  | { readonly type: "sealed"; readonly sourceId: SourceId; readonly sealed: string }
  | { readonly type: "read"; readonly file: ReadFile }
  | { readonly type: "selected"; readonly ids: readonly string[]; readonly on: boolean }
  | { readonly type: "removed"; readonly ids: readonly string[] }
  | { readonly type: "began" }
  | { readonly type: "progressed"; readonly percent: number }
  /** @param review - anew, where something was written before it failed. */
  | { readonly type: "failed"; readonly reason: string; readonly review?: Review }
  | { readonly type: "finished"; readonly created: number }
  | { readonly type: "back" };

const NOT_READING: Reading = { reading: false, error: null };

export const START: ImportState = { step: "select", ...NOT_READING };

/** An action that does not belong to the step is ignored: a late answer must not undo what the person did meanwhile. */
export function importReducer(state: ImportState, action: ImportAction): ImportState {
  switch (action.type) {
    case "chose":
      return { step: "upload", sourceId: action.sourceId, ...NOT_READING };
    case "back":
      return back(state);
    case "reading":
      return "reading" in state ? { ...state, reading: true, error: null } : state;
    case "unreadable":
      return "reading" in state ? { ...state, reading: false, error: action.error } : state;
    case "sealed":
      return awaits(state, action.sourceId) ? { step: "locked", sourceId: action.sourceId, sealed: action.sealed } : state;
    case "read":
      return awaits(state, action.file.sourceId) ? openReview(action.file) : state;
    case "selected":
      return state.step === "review" ? { ...state, selected: select(state.selected, action.ids, action.on) } : state;
    case "removed":
      return state.step === "review" ? { ...state, ...withoutRows(state, action.ids) } : state;
    case "began":
      return state.step === "review" ? { ...chosen(state), step: "importing", percent: 0 } : state;
    case "progressed":
      return state.step === "importing" ? { ...state, percent: Math.max(state.percent, action.percent) } : state;
    case "failed":
      if (state.step !== "importing") return state;
      return { ...chosen(state), review: action.review ?? state.review, step: "review", failure: action.reason };
    case "finished":
      return state.step === "importing" ? { ...chosen(state), step: "done", created: action.created } : state;
  }
}

/** Whether the file that was read is the one this step waits for. */
const awaits = (state: ImportState, sourceId: SourceId): boolean => {
  if (state.step === "locked") return state.sourceId === sourceId;
  return "reading" in state && state.reading && (state.step === "select" || state.sourceId === sourceId);
};

const chosen = ({ sourceId, text, vaults, review, errors, selected }: Chosen): Chosen => ({
  ...{ sourceId, text, vaults, review, errors, selected },
});

/** Everything that is new is chosen at first: the common wish is one click away. */
function openReview(file: ReadFile): ImportState {
  const all = new Set(file.review.candidates.map(({ id }) => id));
  const selected = new Set(newCandidates(file.review, all).map(({ id }) => id));
  return { step: "review", failure: null, ...file, selected };
}

function back(state: ImportState): ImportState {
  if (state.step === "upload") return START;
  if (state.step === "review" || state.step === "locked") return { step: "upload", sourceId: state.sourceId, ...NOT_READING };
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

/**
 * The import wizard as a reducer with named steps, tested without React.
 *
 *   select ──chose──▶ upload ──read──▶ review ──began──▶ importing ──finished──▶ done ──▶ /vaults
 *     │ ▲             ▲ │ │            ▲ ▲ ▲                 │
 *     │ └────back─────┘ │ └─unsure─▶ encoding ──read         │
 *     │               sealed           │ │ └─failed, stopped─┘   (review again, saying how far it came)
 *     │                 ▼              │ │
 *     ├───sealed────▶ locked ───read───┘ │   (a backup that asks for its password; back leads to upload)
 *     └───────────────────────────read───┘   (a file dropped on the first step, whose source was recognised)
 *
 * What a review is made of, and which of its rows may be sent, is defined in core/transfer/duplicates.ts.
 */
import type { BackupVault } from "@coffer/core/transfer/backup";
import type { ImportRefusal } from "@coffer/core/transfer/candidate";
import { type Review, removeCandidates } from "@coffer/core/transfer/duplicates";
import type { ImportError } from "@coffer/core/transfer/import";
import type { ChangedChoice } from "@coffer/core/transfer/password-updates";
import type { SourceId } from "@coffer/core/transfer/sources";

export interface ReadFile {
  /** What its content says it is from. */
  readonly sourceId: SourceId;
  /** What was chosen when it was read; null where nothing was. */
  readonly chosen: SourceId | null;
  /** Empty for a large backup. */
  readonly text: string;
  readonly fileKey: string;
  /** Those the file holds whole. */
  readonly vaults: readonly BackupVault[];
  readonly review: Review;
  /** Lines of the file that cannot become an item, or not wholly. */
  readonly errors: readonly ImportError[];
  /** Of them those that become nothing. */
  readonly refused: readonly ImportRefusal[];
  /** How many more records the account takes. */
  readonly room: number;
}

interface Chosen extends ReadFile {
  /** Ids of candidates. */
  readonly selected: ReadonlySet<string>;
  /** Name of the vault that rows without a folder go into; empty for none. */
  readonly place: string;
  /** What becomes of logins that are in the vault with another password. */
  readonly changedChoice: ChangedChoice;
  /** Something of it was decided: it is not left without a question. */
  readonly isTouched: boolean;
}

/** A step at which a file is read. */
interface Reading {
  readonly reading: boolean;
  readonly error: string | null;
}

export type ImportState =
  | ({ readonly step: "select" } & Reading)
  | ({ readonly step: "upload"; readonly sourceId: SourceId } & Reading)
  | ({ readonly step: "encoding"; readonly chosen: SourceId | null; readonly file: File } & Reading)
  | { readonly step: "locked"; readonly sourceId: SourceId; readonly sealed: string | File }
  /** `checking`: rows were changed all at once (placed, decoded), and what the vault has of them is not known yet. Nothing is written or removed until it is. */
  | ({ readonly step: "review"; readonly failure: string | null; readonly stopped: boolean; readonly checking: boolean } & Chosen)
  | ({ readonly step: "importing"; readonly percent: number } & Chosen)
  | ({ readonly step: "done"; readonly created: number } & Chosen);

/** The steps that show the file's rows. */
export type ReviewState = Extract<ImportState, { review: Review }>;

/** Whether the rows can be changed, removed and imported now. */
export const isOpenForChanges = (state: ImportState): boolean => state.step === "review" && !state.checking;

export type ImportAction =
  | { readonly type: "chose"; readonly sourceId: SourceId }
  | { readonly type: "reading" }
  | { readonly type: "unreadable"; readonly error: string }
  | { readonly type: "unsure"; readonly chosen: SourceId | null; readonly file: File }
  | { readonly type: "sealed"; readonly chosen: SourceId | null; readonly sourceId: SourceId; readonly sealed: string | File }
  | { readonly type: "read"; readonly file: ReadFile }
  | { readonly type: "selected"; readonly ids: readonly string[]; readonly on: boolean }
  | { readonly type: "removed"; readonly ids: readonly string[] }
  /** @param review - made again: what is in the vault already depends on the place. */
  | { readonly type: "checking" }
  | { readonly type: "unchecked" }
  | { readonly type: "placed"; readonly place: string; readonly review: Review }
  | { readonly type: "resolved"; readonly choice: ChangedChoice }
  | { readonly type: "began" }
  | { readonly type: "progressed"; readonly percent: number }
  /** @param review - made again, where something was written before it failed or was stopped. */
  | { readonly type: "failed"; readonly reason: string; readonly review?: Review }
  | { readonly type: "stopped"; readonly review: Review }
  | { readonly type: "finished"; readonly created: number }
  | { readonly type: "back" };

const NOT_READING: Reading = { reading: false, error: null };

export const START: ImportState = { step: "select", ...NOT_READING };

/** An action that does not belong to the step is ignored: a late answer must not undo what the user did since. */
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
    case "unsure":
      return awaits(state, action.chosen) ? { step: "encoding", chosen: action.chosen, file: action.file, ...NOT_READING } : state;
    case "sealed":
      return awaits(state, action.chosen) ? { step: "locked", sourceId: action.sourceId, sealed: action.sealed } : state;
    case "read":
      return awaits(state, action.file.chosen) ? openReview(action.file) : state;
    case "selected":
    case "removed":
    case "checking":
    case "unchecked":
    case "placed":
    case "resolved":
    case "began":
    case "progressed":
    case "failed":
    case "stopped":
    case "finished":
      return reviewReducer(state, action);
  }
}

type Later = Exclude<ImportAction, { type: "chose" | "back" | "reading" | "unreadable" | "unsure" | "sealed" | "read" }>;

/** What happens once the file is read. */
function reviewReducer(state: ImportState, action: Later): ImportState {
  switch (action.type) {
    case "selected":
      return state.step === "review" ? { ...state, isTouched: true, selected: select(state.selected, action.ids, action.on) } : state;
    case "removed":
      return state.step === "review" && !state.checking ? { ...state, isTouched: true, ...withoutRows(state, action.ids) } : state;
    case "checking":
      return state.step === "review" ? { ...state, checking: true } : state;
    case "unchecked":
      return state.step === "review" ? { ...state, checking: false } : state;
    case "placed":
      return state.step === "review" && state.checking
        ? { ...state, isTouched: true, checking: false, place: action.place, review: action.review }
        : state;
    case "resolved":
      return state.step === "review" ? { ...state, isTouched: true, changedChoice: action.choice } : state;
    case "began":
      return state.step === "review" && !state.checking ? { ...chosen(state), step: "importing", percent: 0 } : state;
    case "progressed":
      return state.step === "importing" ? { ...state, percent: Math.max(state.percent, action.percent) } : state;
    case "failed":
      return reviewAgain(state, { failure: action.reason, stopped: false, review: action.review });
    case "stopped":
      return reviewAgain(state, { failure: null, stopped: true, review: action.review });
    case "finished":
      return state.step === "importing" ? { ...chosen(state), step: "done", created: action.created } : state;
  }
}

/** Whether what was read is what this step waits for. */
const awaits = (state: ImportState, asked: SourceId | null): boolean => {
  if (state.step === "locked") return state.sourceId === asked;
  if (!("reading" in state && state.reading)) return false;
  if (state.step === "encoding") return state.chosen === asked;
  return state.step === "select" ? asked === null : state.sourceId === asked;
};

const chosen = ({
  sourceId,
  chosen,
  text,
  fileKey,
  vaults,
  review,
  errors,
  refused,
  room,
  selected,
  place,
  changedChoice,
  isTouched,
}: Chosen): Chosen => ({
  ...{ sourceId, chosen, text, fileKey, vaults, review, errors, refused, room, selected, place, changedChoice, isTouched },
});

type Again = { readonly failure: string | null; readonly stopped: boolean; readonly review: Review | undefined };

const reviewAgain = (state: ImportState, { failure, stopped, review }: Again): ImportState =>
  state.step === "importing"
    ? { ...chosen(state), review: review ?? state.review, step: "review", failure, stopped, checking: false }
    : state;

/** Everything that is new is chosen at first: the common case is one click away. */
function openReview(file: ReadFile): ImportState {
  const { candidates, existing } = file.review;
  const selected = new Set(candidates.flatMap(({ id }) => (existing.has(id) ? [] : id)));
  return {
    step: "review",
    failure: null,
    stopped: false,
    checking: false,
    place: "",
    changedChoice: "both",
    isTouched: false,
    ...file,
    selected,
  };
}

function back(state: ImportState): ImportState {
  if (state.step === "upload" || state.step === "done") return START;
  if (state.step === "encoding") return state.chosen === null ? START : { step: "upload", sourceId: state.chosen, ...NOT_READING };
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

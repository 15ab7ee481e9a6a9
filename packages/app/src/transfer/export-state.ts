/**
 * The export dialog as a reducer with named steps, tested without React.
 *
 *   editing ──submitted──▶ exporting ──exported──▶ (closed)
 *      ▲                       │
 *      └───────refused─────────┘   (with a sentence under the field, or without one when a toast says it)
 *
 * The master password leaves the state with every try, whatever comes of it (specification 2 §4).
 */
import { checkConfirmation, checkResetPassword } from "@coffer/core/passwords/policy";
import { type ExportChoice, type FormatId, formatOf } from "./export-formats.ts";

export const INVALID_MASTER_PASSWORD = "Invalid master password";

export interface ExportForm extends ExportChoice {
  readonly format: FormatId;
  readonly confirmation: string;
  readonly masterPassword: string;
}

export interface ExportState {
  readonly step: "editing" | "exporting";
  readonly form: ExportForm;
  /** Under the master password. */
  readonly problem: string | null;
  /** Whether the password of the file was tried: what is wrong with it is said only then. */
  readonly tried: boolean;
}

export type ExportAction =
  | { readonly type: "changed"; readonly part: Partial<ExportForm> }
  | { readonly type: "submitted" }
  | { readonly type: "refused"; readonly problem: string | null };

export const EXPORT_START: ExportState = {
  step: "editing",
  form: { format: "csv", includeCards: false, filePassword: "", confirmation: "", masterPassword: "" },
  problem: null,
  tried: false,
};

export function exportReducer(state: ExportState, action: ExportAction): ExportState {
  if (action.type === "refused") return { ...state, step: "editing", problem: action.problem };
  if (state.step === "exporting") return state;
  if (action.type === "changed") return { ...state, form: { ...state.form, ...action.part }, problem: null };
  const isReady = state.form.masterPassword !== "" && filePasswordProblem(state.form) === null;
  const form = { ...state.form, masterPassword: "" };
  return { ...state, step: isReady ? "exporting" : "editing", form, problem: null, tried: true };
}

/** What is wrong with the password of the file: it guards the file alone, so it is as long as a recovered master password. */
export function filePasswordProblem({ format, filePassword, confirmation }: ExportForm): string | null {
  if (formatOf(format).readable) return null;
  return checkResetPassword(filePassword) ?? checkConfirmation(filePassword, confirmation);
}

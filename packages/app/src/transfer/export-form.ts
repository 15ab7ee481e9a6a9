/** What the export asks for, and what has to be right before anything is exported. */
import { checkConfirmation, checkResetPassword } from "@coffer/core/passwords/policy";
import { type ExportChoice, type FormatId, formatOf } from "./export-formats.ts";

export interface ExportForm extends ExportChoice {
  readonly format: FormatId;
  readonly confirmation: string;
  readonly masterPassword: string;
}

export const EXPORT_START: ExportForm = {
  format: "csv",
  includeCards: false,
  isSafeForSheets: false,
  filePassword: "",
  confirmation: "",
  masterPassword: "",
};

/** What is wrong with the password of the file: it guards the file alone, so it is as long as a recovered master password. */
export function filePasswordError({ format, filePassword, confirmation }: ExportForm): string | null {
  if (formatOf(format).readable) return null;
  return checkResetPassword(filePassword) ?? checkConfirmation(filePassword, confirmation);
}

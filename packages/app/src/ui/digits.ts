/** Codes of digits as they are typed. */
import { CODE_LENGTH } from "@coffer/core/constants";

/** What of a typed or pasted text belongs to a code: digits only, so many at most. */
export const digitsOf = (typed: string, length: number = CODE_LENGTH): string => typed.replace(/\D/g, "").slice(0, length);

export const isWholeCode = (code: string, length: number = CODE_LENGTH): boolean => code.length === length;

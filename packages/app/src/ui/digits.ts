/** Six-digit codes as they are typed. */
import { CODE_LENGTH } from "@coffer/core/product";

/** What of a typed or pasted text belongs to a code: digits only, six at most. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, "").slice(0, CODE_LENGTH);

export const isWholeCode = (code: string): boolean => code.length === CODE_LENGTH;

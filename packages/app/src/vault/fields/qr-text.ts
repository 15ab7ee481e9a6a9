/** What a QR code says, as the value of a one-time code field, or the message that tells why it is none. */
import { checkCode, otpauthFromText } from "@coffer/core/items/totp";

export type QrReading = { readonly value: string } | { readonly error: string };

export const NO_QR_CODE = "No QR code was found in this picture";
export const NOT_A_PICTURE = "This file is not a picture that can be read";
const NO_ONE_TIME_CODE = "This QR code does not set up a one-time code";
const SEVERAL = "This QR code moves several codes at once. Please export them one by one.";

export function readQrText(text: string): QrReading {
  const address = otpauthFromText(text);
  if (address) return { value: address };
  if (/^otpauth-migration:/i.test(text.trim())) return { error: SEVERAL };
  return { error: (/^otpauth:/i.test(text.trim()) && checkCode(text)) || NO_ONE_TIME_CODE };
}

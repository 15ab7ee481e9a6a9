/** Readings of QR codes. */
import { describe, expect, it } from "vitest";
import { readQrText } from "./qr-text.ts";

const ADDRESS = "otpauth://totp/GitHub:ann%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=GitHub";

describe("the text of a QR code", () => {
  it("is the address of a one-time code", () => {
    expect(readQrText(ADDRESS)).toEqual({ value: ADDRESS });
    expect(readQrText(`  ${ADDRESS}\n`)).toEqual({ value: ADDRESS });
  });

  it.each([
    ["https://example.com/join", "This QR code does not set up a one-time code"],
    ["", "This QR code does not set up a one-time code"],
    ["WIFI:S:home;T:WPA;P:secret;;", "This QR code does not set up a one-time code"],
    ["otpauth-migration://offline?data=CjEK", "This QR code moves several codes at once. Please export them one by one."],
    ["otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&counter=1", "Codes that count instead of following the clock are not supported"],
    ["otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&digits=12", "A code must have 5 to 8 digits"],
  ])("%s is refused with a message", (text, error) => {
    expect(readQrText(text)).toEqual({ error });
  });
});

/** The decoder of QR codes, on a code drawn from its modules. */
import { expect, it } from "vitest";
import { readQrText } from "./qr-text.ts";
import { decodeQr } from "./read-qr.ts";
import { ADDRESS, drawn } from "./testing/qr-picture.ts";

it.each([
  ["black on white", [0, 255]],
  ["white on black, as dark pages show it", [255, 0]],
  ["grey on grey", [90, 170]],
] as const)("reads the address of a one-time code: %s", async (_, colours) => {
  const text = await decodeQr(drawn(6, colours));
  expect(text && readQrText(text)).toEqual({ value: ADDRESS });
});

it("finds nothing in a picture without a code", async () => {
  expect(await decodeQr({ pixels: new Uint8ClampedArray(100 * 100 * 4).fill(200), width: 100, height: 100 })).toBeNull();
});

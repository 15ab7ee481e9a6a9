/** How a picture of a QR code is read in a browser: by its own reader where it has one, else by ours. */
import { expect, it, vi } from "vitest";
import { NO_QR_CODE, NOT_A_PICTURE } from "./qr-text.ts";
import { readQrFile } from "./read-qr.ts";
import { ADDRESS, drawn, fileOfPicture } from "./testing/qr-picture.ts";

const none = Promise.resolve(null);

const code = () => fileOfPicture(drawn(6, [0, 255]));
const nothing = () => fileOfPicture({ pixels: new Uint8ClampedArray(100 * 100 * 4).fill(200), width: 100, height: 100 });

it("is ours where the browser has none", async () => {
  expect(await readQrFile(await code(), none)).toEqual({ value: ADDRESS });
});

it("is the browser's first, whose answer is taken", async () => {
  const own = vi.fn(async () => "otpauth://totp/Other?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP");
  expect(await readQrFile(await code(), Promise.resolve(own))).toEqual({ value: await own() });
  expect(own.mock.calls).toHaveLength(2);
});

it("is ours when the browser's finds nothing", async () => {
  expect(
    await readQrFile(
      await code(),
      Promise.resolve(async () => null),
    ),
  ).toEqual({ value: ADDRESS });
});

it("says that there is no code in a picture without one, and that a text is no picture", async () => {
  expect(await readQrFile(await nothing(), none)).toEqual({ error: NO_QR_CODE });
  expect(await readQrFile(new Blob(["text"]), none)).toEqual({ error: NOT_A_PICTURE });
});

it("asks whichever reader this browser has when it is told of none", async () => {
  expect(await readQrFile(await code())).toEqual({ value: ADDRESS });
});

/** Reads the QR code of a picture on this device; the picture is not sent anywhere. The decoder is loaded when one is chosen. */
import { NO_QR_CODE, NOT_A_PICTURE, type QrReading, readQrText } from "./qr-text.ts";

/**
 * Longest sides in pixels at which a picture is looked at, one after the other. A photo is found sooner when it is small, and its noise is gone;
 * a small code on a large screenshot is only found when it is large.
 */
const SIDES_PX = [1_000, 2_400, 500];

export interface Picture {
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** @returns what is in the picture, or the message that says why it cannot be used. */
export async function readQrFile(file: Blob): Promise<QrReading> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return { error: NOT_A_PICTURE };
  try {
    for (const side of SIDES_PX) {
      const text = await decodeQr(draw(bitmap, side));
      if (text !== null) return readQrText(text);
    }
  } finally {
    bitmap.close();
  }
  return { error: NO_QR_CODE };
}

/** @returns the text of the code; null when none was found. */
export async function decodeQr({ pixels, width, height }: Picture): Promise<string | null> {
  const { default: find } = await import("jsqr");
  return find(pixels, width, height)?.data ?? null;
}

function draw(bitmap: ImageBitmap, longestSide: number): Picture {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser cannot read pictures");
  // Codes are often on a transparent ground, which would be read as black.
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return { pixels: context.getImageData(0, 0, width, height).data, width, height };
}

/** A QR code drawn from its modules, for tests of what reads it. */
import type { Picture } from "../read-qr.ts";

export const ADDRESS = "otpauth://totp/GitHub:ann?secret=JBSWY3DPEHPK3PXP";
/** Modules of a code that holds the address, a row each; bits in hexadecimal, 1 is black. */
const ROWS = [
  "1fc9767f",
  "10531841",
  "175ffa5d",
  "174ea55d",
  "1750bd5d",
  "105a3f41",
  "1fd5557f",
  "0019da00",
  "1a64d076",
  "1f86e14b",
  "17dcaaa6",
  "0b80a2b6",
  "0941dcc9",
  "01af5708",
  "096d007b",
  "10a9fe82",
  "167f7922",
  "0d3046e5",
  "15755da7",
  "06222d18",
  "11eec1f6",
  "001c591f",
  "1fdcd15e",
  "104b751c",
  "174f99f9",
  "175c4a76",
  "17439575",
  "105a8f1a",
  "1fd759ea",
];
const SIZE = ROWS.length;
/** Free modules around the code. */
const MARGIN = 4;

/** @param scale - pixels of a module. */
export function drawn(scale: number, [black, white]: readonly [number, number]): Picture {
  const side = (SIZE + 2 * MARGIN) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  const bits = ROWS.map((row) => BigInt(`0x${row}`));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [row, column] = [Math.floor(y / scale) - MARGIN, Math.floor(x / scale) - MARGIN];
      const isBlack = column >= 0 && column < SIZE && (((bits[row] ?? 0n) >> BigInt(SIZE - 1 - column)) & 1n) === 1n;
      pixels.fill(isBlack ? black : white, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return { pixels, width: side, height: side };
}

/** As a person would choose it. */
export async function fileOfPicture({ pixels, width, height }: Picture): Promise<Blob> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  canvas.getContext("2d")?.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))));
  });
}

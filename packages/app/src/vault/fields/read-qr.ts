/**
 * Reads the QR code of a picture on this device; the picture is not sent anywhere. The browser's own reader is asked first, where it has one; ours is loaded when
 * there is none or it finds nothing.
 */
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

/** @returns the text of the code; null when none was found. */
type FindText = (canvas: HTMLCanvasElement) => Promise<string | null>;

/**
 * @param own - the browser's reader; null where it has none.
 * @returns what is in the picture, or the message that says why it cannot be used.
 */
export async function readQrFile(file: Blob, own: Promise<FindText | null> = browserReader()): Promise<QrReading> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return { error: NOT_A_PICTURE };
  try {
    const mine = await own;
    const text = (mine && (await findIn(bitmap, mine))) ?? (await findIn(bitmap, libraryReader));
    if (text !== null) return readQrText(text);
  } finally {
    bitmap.close();
  }
  return { error: NO_QR_CODE };
}

async function findIn(bitmap: ImageBitmap, find: FindText): Promise<string | null> {
  for (const side of SIDES_PX) {
    const text = await find(draw(bitmap, side));
    if (text !== null) return text;
  }
  return null;
}

/** Of browsers that have it; the type libraries do not know it. */
interface BarcodeDetectorClass {
  new (options: {
    readonly formats: readonly string[];
  }): {
    detect(source: HTMLCanvasElement): Promise<readonly { readonly rawValue: string }[]>;
  };
  getSupportedFormats(): Promise<readonly string[]>;
}

const QR = "qr_code";

async function browserReader(): Promise<FindText | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass };
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): readonly string[] => []);
  if (!BarcodeDetector || !formats?.includes(QR)) return null;
  const detector = new BarcodeDetector({ formats: [QR] });
  // Where the service behind it does not answer, ours is asked.
  return async (canvas) => (await detector.detect(canvas).catch(() => []))[0]?.rawValue ?? null;
}

const libraryReader: FindText = (canvas) => {
  const { width, height } = canvas;
  return decodeQr({ pixels: contextOf(canvas).getImageData(0, 0, width, height).data, width, height });
};

/** @returns the text of the code; null when none was found. */
export async function decodeQr({ pixels, width, height }: Picture): Promise<string | null> {
  const { default: find } = await import("jsqr");
  return find(pixels, width, height)?.data ?? null;
}

function draw(bitmap: ImageBitmap, longestSide: number): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = contextOf(canvas);
  // Codes are often on a transparent ground, which would be read as black.
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser cannot read pictures");
  return context;
}

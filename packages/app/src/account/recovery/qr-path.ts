/** A QR code as one path of an SVG, drawn on this device. */
import { create } from "qrcode";

interface QrPath {
  /** Modules of a side, the quiet margin included: the view box. */
  readonly size: number;
  readonly path: string;
}

/** Modules that stay empty around the code, as readers need them. */
const MARGIN = 4;

export function qrPath(text: string): QrPath {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const squares = Array.from(data, (isDark, index) =>
    isDark ? `M${(index % size) + MARGIN} ${Math.floor(index / size) + MARGIN}h1v1h-1z` : "",
  );
  return { size: size + 2 * MARGIN, path: squares.join("") };
}

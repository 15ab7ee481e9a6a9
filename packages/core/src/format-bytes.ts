/** Formats a size in bytes: units of 1024, two decimals at most (specification 3 §9). */
const UNITS = ["Bytes", "KB", "MB", "GB"] as const;

export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** step;
  return `${step === 0 ? size : size.toFixed(2)} ${UNITS[step]}`;
}

import { expect, it } from "vitest";
import { formatBytes } from "./format-bytes.ts";

it.each([
  [0, "0 Bytes"],
  [1, "1 Bytes"],
  [1023, "1023 Bytes"],
  [1024, "1.00 KB"],
  [1536, "1.50 KB"],
  [1_048_575, "1024.00 KB"],
  [1_048_576, "1.00 MB"],
  [52_428_800, "50.00 MB"],
  [1_073_741_824, "1.00 GB"],
  [5_000_000_000_000, "4656.61 GB"],
])("%d is %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

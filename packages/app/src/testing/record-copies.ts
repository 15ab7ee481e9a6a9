/** What a test copies, without the clipboard of the machine. */
import { vi } from "vitest";
import { clearClipboard } from "../ui/clipboard.ts";

/** @returns every text that is copied from now on, and "" for each clearing. The test restores the mock. */
export async function recordCopies(): Promise<string[]> {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  // Files share their modules: half a minute after it, what an earlier test copied would be cleared in the middle of this one.
  await clearClipboard();
  copied.length = 0;
  return copied;
}

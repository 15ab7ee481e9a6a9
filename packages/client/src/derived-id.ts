import { generateId, sha256, utf8 } from "@coffer/crypto";

/** Random to anyone who does not know the text, and the same on each device and in each attempt. @param text - begins with what it is for */
export async function idFrom(text: string): Promise<string> {
  const hash = await sha256(utf8(text));
  return generateId(() => hash.subarray(0, 16));
}

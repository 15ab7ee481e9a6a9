/** Every known answer, published and our own, as one function that runs the same in Node and in a browser. */
import { PINNED } from "./pinned.ts";
import { type Check, PUBLISHED } from "./published.ts";

export interface VectorResult {
  /** Family and number in its file, or the name of a pinned value. */
  name: string;
  ok: boolean;
}

export async function runVectorSuite(): Promise<VectorResult[]> {
  const results: VectorResult[] = [];
  for (const check of [...PUBLISHED, ...PINNED]) results.push({ name: check.name, ok: await passes(check) });
  return results;
}

async function passes(check: Check): Promise<boolean> {
  try {
    return await check.run();
  } catch {
    // A check that breaks has failed; the list says which one.
    return false;
  }
}

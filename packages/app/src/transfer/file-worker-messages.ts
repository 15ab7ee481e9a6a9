/** What a file says, in pieces: a page that took a hundred thousand rows at once would freeze. */
import { type FileAnswer, type FileQuestion, readContent } from "@coffer/core/transfer/file-reading";
import type { Candidate } from "@coffer/core/transfer/import";

/** What a piece holds is taken over in a few milliseconds. */
export const ROWS_AT_ONCE = 500;

export interface FileTask extends Omit<FileQuestion, "content"> {
  readonly content: Blob | string;
}

/** The answer comes last, without its rows. */
export type FileMessage = { readonly rows: readonly Candidate[] } | { readonly answer: FileAnswer } | { readonly failed: string };

export async function* answersTo({ content, ...task }: FileTask): AsyncGenerator<FileMessage> {
  const bytes = typeof content === "string" ? content : new Uint8Array(await content.arrayBuffer());
  const answer = await readContent({ ...task, content: bytes });
  if (answer.type !== "read") return yield { answer };
  const { candidates } = answer.reading;
  for (let at = 0; at < candidates.length; at += ROWS_AT_ONCE) yield { rows: candidates.slice(at, at + ROWS_AT_ONCE) };
  yield { answer: { ...answer, reading: { ...answer.reading, candidates: [] } } };
}

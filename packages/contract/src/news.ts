/** What an open app is told of what others change: ids and numbers, no content. */
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Nothing } from "./schemas.ts";

/**
 * `scope`: it was written, or who has access to it has changed. `shares`: something was shared with the caller, or is no longer, or the same by the caller. `team`: a
 * membership, a role, a key. When the line opens, the numbers of each scope that the caller may read are told. It ends after a while, and when the server itself heard
 * nothing for a moment: a caller who opens another has to take it that anything has changed.
 */
export const News = z.object({
  what: z.string(),
  /** With `scope`: the numbers that a pull of it has (`ScopeState`, `SharedScope`), so that a device need not ask for what it wrote itself. */
  id: Id.optional(),
  seq: z.number().optional(),
  stamp: z.number().optional(),
});
export type News = z.infer<typeof News>;

export const watch = endpoint({
  method: "GET",
  path: "/vault/news",
  access: "signed-in",
  summary:
    "A reply that stays open: what has changed for the caller, in rows, as it changes. The caller pulls; nothing here need be believed.",
  lasts: true,
  input: () => Nothing,
  reply: () => z.object({ success: z.literal(true), data: z.object({ news: z.array(News) }) }),
  lists: { in: "data", row: () => News },
  refuses: [],
});

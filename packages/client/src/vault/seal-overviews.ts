/** Seals what lists show in a few pieces (overview-cache.ts). Loaded when there is something to keep: no list waits for it. */
import { byTitle } from "@coffer/core/items/names";
import { wrap } from "@coffer/crypto";
import { nextTurn } from "../batches.ts";
import type { Keyring } from "../keyring.ts";
import type { Item } from "../types.ts";
import { firstOverviews, SHORT, sealingFirst } from "./first-overviews.ts";
import type { KnownOverview } from "./overview.ts";
import { type PieceHead, sealing } from "./overview-cache.ts";

/** Characters of JSON in a piece: large enough for few calls, small enough not to block the page. */
const PIECE_CHARS = 65_536;

/** @returns pieces for `RecordStore.writeOverviews`, in order. */
export async function sealOverviews(
  keyring: Keyring,
  scopeId: string,
  head: string,
  overviews: Iterable<KnownOverview>,
): Promise<string[]> {
  // They were just sorted.
  await nextTurn();
  const texts = [...piecesOf(overviews)];
  const first = JSON.stringify({ head, of: texts.length } satisfies PieceHead);
  const pieces: string[] = [];
  for (const text of texts) {
    const bytes = new TextEncoder().encode(`${first}\n${text}`);
    pieces.push(await wrap({ ...sealing(keyring, scopeId, pieces.length), bytes }));
  }
  return pieces;
}

/** @param overviews - in the order of their names. @returns what `openFirst` opens; nothing where all are opened as fast. */
export async function sealFirst(keyring: Keyring, scopeId: string, head: string, overviews: readonly KnownOverview[]): Promise<string[]> {
  if (overviews.length < SHORT) return [];
  const lines = [{ head, of: 1 } satisfies PieceHead, ...firstOverviews(overviews)].map((line) => JSON.stringify(line));
  return [await wrap({ ...sealingFirst(keyring, scopeId), bytes: new TextEncoder().encode(lines.join("\n")) })];
}

/** Overviews in the order of the titles of what is shown, which is almost theirs: the next start then has as little to sort. What is no item comes last. */
export function inOrder(overviews: readonly KnownOverview[], shown: readonly Item[]): readonly KnownOverview[] {
  const byId = new Map(overviews.map((one) => [one.id, one]));
  return [...new Set([...shown.toSorted(byTitle).flatMap(({ id }) => byId.get(id) ?? []), ...overviews])];
}

/** Lines of JSON, joined until a piece is full. */
function* piecesOf(overviews: Iterable<KnownOverview>): Generator<string> {
  let piece = "";
  for (const overview of overviews) {
    piece += `${piece && "\n"}${JSON.stringify(overview)}`;
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = "";
  }
  if (piece) yield piece;
}

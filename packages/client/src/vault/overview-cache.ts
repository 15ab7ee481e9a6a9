/**
 * What lists show, sealed again in a few large pieces on this device, so that a start opens some dozens of texts instead of tens of thousands.
 *
 * Note: Kept overviews. An overview counts only for the save it was made of: its save id must be that of the record, which the head vouches for. A piece that does
 * not open (other keys, a changed byte) is as good as never kept; the records themselves are opened then.
 */
import { context, DecryptError, u32, unwrap, utf8, uuidToBytes, wrap } from "@coffer/crypto";
import type { Keyring } from "../keyring.ts";
import type { OpenedRecord } from "../sync/seal-record.ts";

/** An opened overview and the save it belongs to. */
export interface KeptOverview extends OpenedRecord {
  readonly id: string;
  readonly saveId: string;
}

/** Characters of JSON in a piece: large enough to make calls few, small enough not to hold the page up. */
const PIECE_CHARS = 65_536;

const sealing = ({ symmetricKey, accountId, keyEpoch }: Keyring, scopeId: string, index: number) => ({
  key: symmetricKey,
  purpose: "cache" as const,
  epoch: keyEpoch,
  context: context("cache", uuidToBytes(accountId), uuidToBytes(scopeId), u32(index)),
});

export async function sealOverviews(keyring: Keyring, scopeId: string, overviews: Iterable<KeptOverview>): Promise<string[]> {
  const pieces: string[] = [];
  for (const text of piecesOf(overviews)) {
    const bytes = new TextEncoder().encode(text);
    pieces.push(await wrap({ ...sealing(keyring, scopeId, pieces.length), bytes }));
  }
  return pieces;
}

/** Lines of JSON, put together until a piece is full. */
function* piecesOf(overviews: Iterable<KeptOverview>): Generator<string> {
  let piece = "";
  for (const overview of overviews) {
    piece += `${piece && "\n"}${JSON.stringify(overview)}`;
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = "";
  }
  if (piece) yield piece;
}

/** @returns the overviews by record id; those of pieces that do not open are missing. */
export async function openOverviews(keyring: Keyring, scopeId: string, pieces: readonly string[]): Promise<Map<string, KeptOverview>> {
  const opened = await Promise.all(
    pieces.map((wrapped, index) =>
      unwrap({ ...sealing(keyring, scopeId, index), wrapped }).catch((error: unknown) => {
        if (error instanceof DecryptError) return utf8(""); // see Note: Kept overviews
        throw error;
      }),
    ),
  );
  const lines = opened.flatMap((bytes) => new TextDecoder().decode(bytes).split("\n").filter(Boolean));
  return new Map(lines.map((line) => JSON.parse(line) as KeptOverview).map((overview) => [overview.id, overview]));
}

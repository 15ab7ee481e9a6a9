/**
 * What lists show, sealed again in a few large pieces on this device, so that a start opens dozens of texts instead of tens of thousands.
 * A piece that does not open (other keys, a changed byte) counts as missing; the records themselves are opened then.
 */
import { context, DecryptError, u32, unwrap, utf8, uuidToBytes, wrap } from "@coffer/crypto";
import type { Keyring } from "../keyring.ts";
import type { KnownOverview } from "./overview.ts";

/** Characters of JSON in a piece: large enough for few calls, small enough not to block the page. */
const PIECE_CHARS = 65_536;

const sealing = ({ symmetricKey, accountId, keyEpoch }: Keyring, scopeId: string, index: number) => ({
  key: symmetricKey,
  purpose: "cache" as const,
  epoch: keyEpoch,
  context: context("cache", uuidToBytes(accountId), uuidToBytes(scopeId), u32(index)),
});

/** @returns pieces for `RecordStore.writeOverviews`, in order. */
export async function sealOverviews(keyring: Keyring, scopeId: string, overviews: Iterable<KnownOverview>): Promise<string[]> {
  const pieces: string[] = [];
  for (const text of piecesOf(overviews)) {
    const bytes = new TextEncoder().encode(text);
    pieces.push(await wrap({ ...sealing(keyring, scopeId, pieces.length), bytes }));
  }
  return pieces;
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

/** @returns the overviews by record id; those of pieces that do not open are missing. */
export async function openOverviews(keyring: Keyring, scopeId: string, pieces: readonly string[]): Promise<Map<string, KnownOverview>> {
  const opened = await Promise.all(
    pieces.map((wrapped, index) =>
      unwrap({ ...sealing(keyring, scopeId, index), wrapped }).catch((error: unknown) => {
        if (error instanceof DecryptError) return utf8(""); // counts as missing
        throw error;
      }),
    ),
  );
  const lines = opened.flatMap((bytes) => new TextDecoder().decode(bytes).split("\n").filter(Boolean));
  return new Map(lines.map((line) => JSON.parse(line) as KnownOverview).map((overview) => [overview.id, overview]));
}

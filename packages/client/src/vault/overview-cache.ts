/**
 * What lists show, sealed again (seal-overviews.ts) in a few large pieces on this device, so that a start opens dozens of texts instead of tens of thousands.
 * A piece that does not open (other keys, a changed byte) counts as missing; the records themselves are opened then.
 */
import { context, DecryptError, u32, unwrap, uuidToBytes } from "@coffer/crypto";
import type { Keyring } from "../keyring.ts";
import type { KnownOverview } from "./overview.ts";

export const sealing = ({ symmetricKey, accountId, keyEpoch }: Keyring, scopeId: string, index: number) => ({
  key: symmetricKey,
  purpose: "cache" as const,
  epoch: keyEpoch,
  context: context("cache", uuidToBytes(accountId), uuidToBytes(scopeId), u32(index)),
});

/**
 * First line of a piece. `of`: how many pieces there are. `head`: which verified state of the scope they show (`Scope.head`). So pieces of two times are never taken for
 * one list. Pieces of earlier versions have no such line.
 */
export interface PieceHead {
  readonly head: string;
  readonly of: number;
}

export interface OpenedOverviews {
  /** By record id; those of pieces that do not open are missing. */
  readonly overviews: ReadonlyMap<string, KnownOverview>;
  /** The state of the scope that they show as a whole; null if any is missing, or of another time. */
  readonly head: string | null;
}

export async function openOverviews(keyring: Keyring, scopeId: string, pieces: readonly string[]): Promise<OpenedOverviews> {
  const overviews = new Map<string, KnownOverview>();
  const heads = await Promise.all(
    pieces.map(async (wrapped, index) => {
      const { head, lines } = await openPiece({ ...sealing(keyring, scopeId, index), wrapped });
      for (const one of lines) overviews.set(one.id, one);
      return head?.of === pieces.length ? head.head : null;
    }),
  );
  const [head = null] = heads;
  return { overviews, head: heads.every((one) => one === head) ? head : null };
}

async function openPiece(input: Parameters<typeof unwrap>[0]): Promise<{ head: PieceHead | null; lines: readonly KnownOverview[] }> {
  try {
    // One array for all lines: to parse them one by one takes twice as long.
    const lines = JSON.parse(`[${new TextDecoder().decode(await unwrap(input)).replaceAll("\n", ",")}]`) as (PieceHead | KnownOverview)[];
    const head = lines[0] && "of" in lines[0] ? lines[0] : null;
    return { head, lines: lines.filter((line) => "id" in line) };
  } catch (error) {
    if (error instanceof DecryptError) return { head: null, lines: [] }; // counts as missing
    throw error;
  }
}

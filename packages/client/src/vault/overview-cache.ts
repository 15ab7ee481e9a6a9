/**
 * What lists show, sealed again (seal-overviews.ts) in a few large pieces on this device, so that a start opens dozens of texts instead of tens of thousands.
 * A piece that does not open (other keys, a changed byte) counts as missing; the records themselves are opened then.
 */
import { context, DecryptError, u32, unwrap, uuidToBytes } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
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

/** So many at a time take the page a few milliseconds. */
const AT_ONCE = 8;

/** @param known - some that were opened already: their fields stay the same objects */
export async function openOverviews(
  keyring: Keyring,
  scopeId: string,
  pieces: readonly string[],
  known: readonly KnownOverview[] = [],
): Promise<OpenedOverviews> {
  const before = new Map(known.map((one) => [one.id, one]));
  const overviews = new Map<string, KnownOverview>();
  const open = async ([index, wrapped]: readonly [number, string]) => {
    const { head, lines } = await openPiece({ ...sealing(keyring, scopeId, index), wrapped });
    for (const one of lines) overviews.set(one.id, withFieldsOf(before.get(one.id), one));
    return head?.of === pieces.length ? head.head : null;
  };
  const heads = await inBatches([...pieces.entries()], open, AT_ONCE);
  const [head = null] = heads;
  return { overviews, head: heads.every((one) => one === head) ? head : null };
}

const withFieldsOf = (known: KnownOverview | undefined, one: KnownOverview): KnownOverview =>
  known?.saveId === one.saveId ? { ...one, fields: known.fields } : one;

interface Piece {
  readonly head: PieceHead | null;
  readonly lines: readonly KnownOverview[];
}

export async function openPiece(input: Parameters<typeof unwrap>[0]): Promise<Piece> {
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

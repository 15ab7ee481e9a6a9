/**
 * Where the history of this device and the server's parted. A server could put any head of this device into its list: what counts is reached from its newest, verified head, each
 * head naming the hash of the one before. So it cannot say that they parted later than they did, and what only this device has is not taken for something that the other
 * history has let go of.
 */
import { api } from "@coffer/contract/api";
import type { HeadText } from "@coffer/contract/vault";
import { DecryptError, toHex } from "@coffer/crypto";
import type { Call } from "../call.ts";
import { type HeadReader, hashHead, readKnownHead } from "./head.ts";
import type { Snapshot } from "./snapshot.ts";

/** The heads after one, up to the newest. Reply by reply, where one does not hold them all: what a server says is left and does not show is no history. */
export async function headsFrom(call: Call, scope: string, first: number, newest: number): Promise<HeadText[]> {
  const all: HeadText[] = [];
  for (let after = first; after < newest; ) {
    const reply: Snapshot = await call(api.vault.pull, { scope, since: newest, heads: after });
    const more = reply.heads.filter(({ seq }) => seq > after && seq <= newest);
    all.push(...more);
    after = more.at(-1)?.seq ?? newest;
  }
  return all;
}

interface Back {
  /** Hex hash of the server's newest head, which is verified. */
  readonly newest: string;
  /** Hex hashes that this device has seen. */
  readonly seen: readonly string[];
  readonly readers: readonly HeadReader[];
}

/** The newest head of the server's history that this device has seen; null where none is reached. */
export async function lastCommon(heads: readonly HeadText[], { newest, seen, readers }: Back): Promise<HeadText | null> {
  const [known, byHash] = [new Set(seen), new Map<string, HeadText>()];
  for (const head of heads) byHash.set(toHex(await hashHead(head.head)), head);
  for (let hash: string | undefined = newest; hash !== undefined; ) {
    const head: HeadText | undefined = byHash.get(hash);
    if (head && known.has(hash)) return head;
    hash = head && (await readWith(readers, head))?.previous;
  }
  return null;
}

/** Of a head whose hash is known to be true. @returns null if none of them opens it */
export async function readWith(readers: readonly HeadReader[], head: HeadText): Promise<Awaited<ReturnType<typeof readKnownHead>> | null> {
  for (const reader of readers) {
    try {
      return await readKnownHead(reader, head);
    } catch (error) {
      if (!(error instanceof DecryptError)) throw error;
    }
  }
  return null;
}

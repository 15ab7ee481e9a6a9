/** Drafts: what was typed and not saved, sealed on this device, so that neither a reload nor an ended session loses it. */
import { context, DecryptError, sha256, toHex, unwrap, utf8, uuidToBytes, wrap } from "@coffer/crypto";
import type { Sessions } from "./session.ts";
import { DEVICE_PREFIX } from "./store.ts";
import type { KeyStore } from "./types.ts";

/** Where a draft belongs: a form and what it edits. */
interface Place {
  readonly place: string;
}

export type DraftsRoom = ReturnType<typeof draftsRoom>;

export function draftsRoom({ keys, sessions }: { readonly keys: KeyStore; readonly sessions: Sessions }) {
  /** The key that seals a draft, its context and the slot it lies in. The slot's name tells neither account nor place. */
  async function locate(place: string) {
    const { symmetricKey, accountId, keyEpoch } = sessions.keyring;
    const about = context("draft", uuidToBytes(accountId), utf8(place));
    const slot = `${DEVICE_PREFIX}draft:${toHex(await sha256(about)).slice(0, 32)}`;
    return { slot, sealing: { key: symmetricKey, purpose: "draft", epoch: keyEpoch, context: about } as const };
  }

  return {
    keep: async ({ place, value }: Place & { readonly value: unknown }): Promise<void> => {
      const { slot, sealing } = await locate(place);
      await keys.set(slot, utf8(await wrap({ ...sealing, bytes: new TextEncoder().encode(JSON.stringify(value)) })));
    },
    /** @returns null when there is none, or when it was sealed under keys that have been replaced since. */
    find: async ({ place }: Place): Promise<unknown> => {
      const { slot, sealing } = await locate(place);
      const wrapped = await keys.get(slot);
      if (!wrapped) return null;
      try {
        return JSON.parse(new TextDecoder().decode(await unwrap({ ...sealing, wrapped: new TextDecoder().decode(wrapped) })));
      } catch (error) {
        if (error instanceof DecryptError) return null;
        throw error;
      }
    },
    discard: async ({ place }: Place): Promise<void> => keys.remove((await locate(place)).slot),
  };
}

/** Tells the extension what this page has learned of the vault, as it is stored sealed on this device. */
import type { RecordStore } from "@coffer/client";
import { MAX_ENTRIES_PER_MESSAGE, MESSAGES, type WebMessage } from "@coffer/core/extension-messages";

type Put = Parameters<RecordStore["write"]>[2];

/** What of a change is told: new entries themselves, of anything else that there is something to be fetched. @returns null where there is nothing. */
export function recordsMessage(put: Put, remove: readonly string[]): WebMessage | null {
  const entries = put.filter(({ kind }) => kind === "password");
  const isAll = entries.length === put.length && remove.length === 0 && entries.length <= MAX_ENTRIES_PER_MESSAGE;
  if (isAll) return entries.length === 0 ? null : { type: MESSAGES.saveEntries, entries };
  return { type: MESSAGES.fetchEntries };
}

/** The same store; the extension hears of what was kept in it. */
export function forwardingRecords(records: RecordStore, tell: (message: WebMessage) => void): RecordStore {
  return {
    ...records,
    async write(scopeId, state, put, remove) {
      await records.write(scopeId, state, put, remove);
      const message = recordsMessage(put, remove);
      if (message !== null) tell(message);
    },
  };
}

/** A panel is in sight for hours and never hidden, so nothing else has it ask for what is new: it does when the worker has, and when someone turns to it. */
import { queries } from "@coffer/app/shell/queries.ts";
import { CONTENTS_KEY } from "@coffer/app/vault/queries.ts";
import { CHANGED_AT } from "../storage-keys.ts";

export function refreshOnChange(): void {
  chrome.storage.session.onChanged.addListener((changes) => {
    if (changes[CHANGED_AT]?.newValue !== undefined) void queries.invalidateQueries({ queryKey: CONTENTS_KEY });
  });
  addEventListener("focus", () => void queries.refetchQueries({ type: "active", stale: true }, { cancelRefetch: false }));
}

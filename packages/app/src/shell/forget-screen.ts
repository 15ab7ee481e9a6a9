/** Takes off the screen and out of memory what the pages do not take with them: the query cache, toasts, open questions, a new recovery key, the clipboard. */
import { DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { notifications } from "@mantine/notifications";
import type { QueryClient } from "@tanstack/react-query";
import { newRecoveryKey } from "../account/recovery/new-recovery-key.ts";
import { deviceSettings } from "../frame/device-settings.ts";
import { clearClipboard } from "../ui/clipboard.ts";
import { questions } from "../ui/confirm.ts";
import { forgetEstimates } from "../ui/estimator.ts";
import { forgetUndo } from "../ui/undo.ts";
import { forgetHealth } from "../vault/health/run-health.ts";

export function forgetScreen(queries: QueryClient): void {
  forgetQueries(queries);
  notifications.clean();
  forgetUndo();
  forgetEstimates();
  forgetHealth();
  // The client keeps it sealed, and its owner is asked for the password before it is shown again.
  newRecoveryKey.forget();
  while (questions.current() !== null) questions.answer(false);
  // A browser that refuses leaves the value to its timer.
  void clearClipboard().catch(() => undefined);
  deviceSettings.show(DEFAULT_SETTINGS);
}

/** A page that leaves after the cache was emptied has its query wait for its end once more, with all its data, for minutes. */
function forgetQueries(queries: QueryClient): void {
  const known = [...queries.getQueryCache().getAll(), ...queries.getMutationCache().getAll()];
  queries.clear();
  setTimeout(() => {
    for (const one of known) one.destroy();
  });
}

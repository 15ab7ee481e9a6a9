/** Takes off the screen and out of memory what the pages do not take with them: the query cache, toasts, open questions, the clipboard. */
import { DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { notifications } from "@mantine/notifications";
import type { QueryClient } from "@tanstack/react-query";
import { deviceSettings } from "../frame/device-settings.ts";
import { questions } from "../ui/ask.ts";
import { clearClipboard } from "../ui/clipboard.ts";

export function forgetScreen(queries: QueryClient): void {
  queries.clear();
  notifications.clean();
  while (questions.current() !== null) questions.answer(false);
  // A browser that refuses leaves the value to its timer.
  void clearClipboard().catch(() => undefined);
  deviceSettings.show(DEFAULT_SETTINGS);
}

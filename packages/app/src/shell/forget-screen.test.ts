/** What the end of a session takes off the screen and out of memory, whichever page was open. */
import { DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { notifications, notificationsStore } from "@mantine/notifications";
import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { newRecoveryKey } from "../account/recovery/new-recovery-key.ts";
import { deviceSettings } from "../frame/device-settings.ts";
import { confirm, questions } from "../ui/confirm.ts";
import { lastUndo, offerUndo } from "../ui/undo.ts";
import { forgetScreen } from "./forget-screen.ts";

it("takes answers of the server, toasts, what could be undone and the settings, and answers every open question with no", async () => {
  const queries = new QueryClient();
  queries.setQueryData(["items"], ["secret"]);
  notifications.show({ message: "Copied" });
  offerUndo("Deleted", { label: "Undo", takeBack: async () => undefined, back: "Restored", failed: "Failed" });
  deviceSettings.show({ ...DEFAULT_SETTINGS, autosavePrompt: "off" });
  const answers = Promise.all(["One?", "Two?"].map((message) => confirm({ message })));
  expect(lastUndo()).not.toBeNull();
  forgetScreen(queries);
  expect(await answers).toEqual([false, false]);
  expect([queries.getQueryCache().getAll(), notificationsStore.getState().notifications]).toEqual([[], []]);
  expect([lastUndo(), questions.current(), deviceSettings.current()]).toEqual([null, null, DEFAULT_SETTINGS]);
});

it("takes a new recovery key away: after a lock the sign-in page would show it to anyone who presses Logout", () => {
  newRecoveryKey.keep({ email: "ann@example.com", recoveryKey: "AAAA-BBBB" });
  forgetScreen(new QueryClient());
  expect(newRecoveryKey.current()).toBeNull();
});

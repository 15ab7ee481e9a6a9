/** The sheets of every screen, as App.tsx loads them, without motion: a test looks at where things end up. */
import "./act.ts";
import "../ui/mantine-entry.css";
import "../ui/mantine-vault.ts";
import "../ui/tokens.css";
import "../ui/base.css";
import { notifications } from "@mantine/notifications";
import { afterEach, beforeEach } from "vitest";
import { cleanup } from "vitest-browser-react";
import { newRecoveryKey } from "../account/recovery/new-recovery-key.ts";
import { questions } from "../ui/confirm.ts";
import { holdEstimator } from "../ui/estimator.ts";
import { forgetUndo } from "../ui/undo.ts";

/** Its lists are long: loading them for each test that makes a password took a fifth of what those cost. */
holdEstimator();

/** No one looks at the frame that the tests run in: not drawing it saves a fifth of what they cost. Styles and layout inside are the same. */
for (const frame of window.parent.document.querySelectorAll("iframe")) frame.style.opacity = "0";

/** By itself the renderer would do it for the first file alone: files share their modules (vitest.config.ts). */
beforeEach(() => cleanup());

/** What one test leaves on the screen must not cover that of the next one; the sign-in page shows a key that was not saved. */
afterEach(() => {
  newRecoveryKey.forget();
  forgetUndo();
  notifications.clean();
  notifications.cleanQueue();
  while (questions.current() !== null) questions.answer(false);
});

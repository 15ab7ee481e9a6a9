/** The question every form asks before it is closed with something unsaved in it (specification 2 §2, decision V-26). */
import { confirm } from "../confirm.ts";

const UNSAVED_CHANGES = "You have unsaved changes. Are you sure you want to close?";

/** @returns whether the form may close. */
export async function confirmClose(): Promise<boolean> {
  // The Escape that asks to close would go on to close the question, were it open within the same key stroke.
  await new Promise((resume) => setTimeout(resume));
  return confirm({
    title: "Unsaved changes",
    message: UNSAVED_CHANGES,
    confirmLabel: "Close without saving",
    cancelLabel: "Keep editing",
    keeps: true,
  });
}

/** The one way to say that something worked or failed without stopping anybody. */
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from "@coffer/core/product";
import { notifications } from "@mantine/notifications";
import { sentenceOf } from "./sentence.ts";

export const toast = {
  /** Says that something worked. */
  done(sentence: string): void {
    notifications.show({ message: sentence, color: "green", autoClose: TOAST_SUCCESS_MS, role: "status", "data-toast": "done" });
  },
  /** Says that something failed, in the error's own words where those are meant for people, else in the fallback's. */
  failed(error: unknown, fallback?: string): void {
    notifications.show({
      message: sentenceOf(error, fallback),
      color: "red",
      autoClose: TOAST_ERROR_MS,
      role: "alert",
      "data-toast": "failed",
    });
  },
};

/** The one way to say that something worked or failed without interrupting the user. */
import { ERRORS } from "@coffer/contract/errors";
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from "@coffer/core/constants";
import { type NotificationData, notifications } from "@mantine/notifications";
import { createElement } from "react";
import { messageOf } from "./error-message.ts";
import styles from "./Toast.module.css";

let offers = 0;
/** Long enough to read, decide and reach the button; pointing at it stops the clock. */
const OFFER_MS = 10_000;

/** The end of a session leads to the sign-in page, which says it. */
const SAID_ELSEWHERE: string = ERRORS.session_expired[1];

const classNames = { root: styles.toast, description: styles.text };
const DONE = { color: "green", role: "status", "data-toast": "done", classNames } as const;
const FAILED = { color: "red", role: "alert", "data-toast": "failed", classNames } as const;

const show = (toast: NotificationData): void => void notifications.show(toast);

export const toast = {
  /** Says that something worked. @param autoClose - false for what has to be read: it stays until it is closed */
  done: (message: string, autoClose: number | false = TOAST_SUCCESS_MS): void => show({ ...DONE, message, autoClose }),
  /** Shows that something worked, where a live region of its own says it. */
  shown: (message: string): void => show({ ...DONE, role: "presentation", message, autoClose: TOAST_SUCCESS_MS }),
  /** Says that something worked, with a button that takes it back or goes on from it; or that it failed, with one that tries it again. */
  offer(message: string, { label, run }: { readonly label: string; readonly run: () => void }, isFailure = false): void {
    const id = `offer-${++offers}`;
    const act = (): void => {
      notifications.hide(id);
      run();
    };
    const button = createElement("button", { type: "button", className: styles.action, onClick: act }, label);
    show({
      ...(isFailure ? FAILED : DONE),
      id,
      message: createElement("span", { className: styles.offer }, message, button),
      autoClose: OFFER_MS,
    });
  },
  /** Says that something failed, in the error's own words where those are meant for people, else in the fallback's. */
  failed(error: unknown, fallback?: string, milliseconds = TOAST_ERROR_MS): void {
    const message = messageOf(error, fallback);
    if (message !== SAID_ELSEWHERE) show({ ...FAILED, message, autoClose: milliseconds });
  },
};

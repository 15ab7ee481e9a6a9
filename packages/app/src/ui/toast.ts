/** The one way to say that something worked or failed without stopping anybody. */
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from "@coffer/core/product";
import { notifications } from "@mantine/notifications";
import { createElement } from "react";
import { messageOf } from "./message.ts";

let offers = 0;
/** Long enough to read, decide and reach the button; pointing at it stops the clock. */
const OFFER_MS = 10_000;

export const toast = {
  /** Says that something worked. */
  done(sentence: string): void {
    notifications.show({ message: sentence, color: "green", autoClose: TOAST_SUCCESS_MS, role: "status", "data-toast": "done" });
  },
  /** Says that something worked, with a button that takes it back or goes on from it. */
  offer(sentence: string, { label, run }: { readonly label: string; readonly run: () => void }): void {
    const id = `offer-${++offers}`;
    const act = (): void => {
      notifications.hide(id);
      run();
    };
    const button = createElement("button", { type: "button", className: "toast-action", onClick: act }, label);
    const message = createElement("span", { className: "toast-offer" }, sentence, button);
    notifications.show({ id, message, color: "green", autoClose: OFFER_MS, role: "status", "data-toast": "done" });
  },
  /** Says that something failed, in the error's own words where those are meant for people, else in the fallback's. */
  failed(error: unknown, fallback?: string): void {
    notifications.show({
      message: messageOf(error, fallback),
      color: "red",
      autoClose: TOAST_ERROR_MS,
      role: "alert",
      "data-toast": "failed",
    });
  },
};

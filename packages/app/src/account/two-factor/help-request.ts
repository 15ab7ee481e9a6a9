/** The request for help by a user who cannot use their authenticator. */
import { isRefusal } from "@coffer/contract/errors";
import { messageFor, messageOf } from "../../ui/error-message.ts";
import type { Refusal } from "../../ui/form/form-state.ts";

const ENTER_MESSAGE = "Please provide a message for the administrator";
export const HELP_SENT = "Your request has been sent to the administrator";

export const checkHelp = ({ message }: { readonly message: string }): Refusal =>
  message.trim() === "" ? { fields: { message: ENTER_MESSAGE } } : {};

/** What the toast says when the request for help was not sent (specification 1 §8). What to do instead is too much for a toast: it is shown below the message. */
export const helpRefusal = (error: unknown): Refusal =>
  isRefusal(error, "nobody_to_help")
    ? { fields: { message: messageOf(error) } }
    : { whole: messageFor(error, { refused: "Failed to send request", threw: "An error occurred while sending your request" }) };

/** A day with its time, for what happens several times a day. */
import { isMoment, UNKNOWN_DATE } from "@coffer/core/text";

const SHORT_MOMENT = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** "Jan 5, 2025, 3:04 PM", in the viewer's time zone. @param at - milliseconds since 1970. */
export const shortMoment = (at: number): string => (isMoment(at) ? SHORT_MOMENT.format(at).replace(/\u202f/g, " ") : UNKNOWN_DATE);

/** Days with their time. */
import { expect, it } from "vitest";
import { shortMoment } from "./short-moment.ts";

it("says a moment in the viewer's time zone, without the narrow space that some browsers put in", () => {
  expect(shortMoment(new Date(2025, 0, 5, 15, 4).getTime())).toBe("Jan 5, 2025, 3:04 PM");
});

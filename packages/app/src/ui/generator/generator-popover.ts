/** How the generator hangs on its button. It is taller than the room below most buttons, so it may cover its button rather than leave the window. */
import type { PopoverProps } from "@mantine/core";

export const GENERATOR_POPOVER: Pick<PopoverProps, "width" | "position" | "middlewares" | "trapFocus" | "returnFocus"> = {
  width: 344,
  position: "bottom-end",
  middlewares: { flip: false, shift: { crossAxis: true, padding: 8, limiter: { fn: ({ x, y }) => ({ x, y }) } } },
  trapFocus: true,
  returnFocus: true,
};

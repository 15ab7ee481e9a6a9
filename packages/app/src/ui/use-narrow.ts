/** How wide the window is: the two breakpoints of the specification (1 §9), and the one from which a list and its detail fit next to each other. */
import { DETAIL_PANE_BREAKPOINT_PX, LIST_BREAKPOINT_PX, SIDEBAR_BREAKPOINT_PX } from "@coffer/core/constants";
import { useSyncExternalStore } from "react";

function useBelow(pixels: number): boolean {
  const media = window.matchMedia(`(max-width: ${pixels - 0.02}px)`);
  return useSyncExternalStore(
    (changed) => {
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => window.matchMedia(media.media).matches,
  );
}

/** Below 768 px: cards and full screens in place of tables and sheets. */
export const useNarrow = (): boolean => useBelow(LIST_BREAKPOINT_PX);
/** Below 1024 px: the sidebar is over the page. */
export const useSidebarOverlay = (): boolean => useBelow(SIDEBAR_BREAKPOINT_PX);
/** From 1200 px on: a detail opens next to its list. */
export const useWideWindow = (): boolean => !useBelow(DETAIL_PANE_BREAKPOINT_PX);

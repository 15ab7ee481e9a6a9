/** Imported by the scripts that read fields: components keep theirs in closed shadow roots, which browsers open for extensions alone. */
import { openShadowRootsWith } from "@coffer/fill/page/find-controls";

openShadowRootsWith((element) =>
  element instanceof HTMLElement ? (chrome.dom.openOrClosedShadowRoot(element) as ShadowRoot | null) : null,
);

/** Injected into a page whose fields someone uses. */
import "../content/closed-shadow-roots.ts";
import { offerAtFields } from "./menu-at-fields.ts";

declare global {
  /** Of our own world: pages do not see it. */
  var cofferMenus: boolean | undefined;
}

if (globalThis.cofferMenus !== true && window === top) {
  globalThis.cofferMenus = true;
  offerAtFields();
}

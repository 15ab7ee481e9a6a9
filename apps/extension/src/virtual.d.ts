/** What the build makes and no file holds. */
declare module "virtual:theme.css";
declare module "virtual:faces.css";
declare module "virtual:built-languages" {
  import type { LANGUAGES } from "@coffer/core/device/languages";
  /** The languages that are in this build, that of the sources first. */
  export const BUILT: readonly (typeof LANGUAGES)[number][];
}

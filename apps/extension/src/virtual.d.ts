/** What the build makes and no file holds. */
declare module "virtual:theme.css";
declare module "virtual:faces.css";
declare module "virtual:built-languages" {
  type OfProduct = typeof import("@coffer/core/device/languages").LANGUAGES[number];
  /** The languages that are in this build, that of the sources first. */
  export const BUILT: readonly [OfProduct, ...OfProduct[]];
}

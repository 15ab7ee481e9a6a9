/** How the scripts of the extension are built; which they are, `manifest.mjs` says. */
import { defaultClientConditions, defineConfig } from "vite";
import { noNodeCrypto } from "../web/sheets.ts";

export default defineConfig({
  plugins: [noNodeCrypto],
  resolve: { conditions: ["coffer-source", ...defaultClientConditions] },
});

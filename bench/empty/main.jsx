/** The yardsticks of `npm run bench -- web`: an empty page of our framework with our styles, and the bare derivation of keys, loaded when it is asked for. */
import "virtual:theme.css";
import { MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { theme } from "../../packages/app/src/theme.ts";
import "../../packages/app/src/ui/mantine-entry.css";
import "../../packages/app/src/ui/base.css";

globalThis.loadBareKeys = () => import("./bare-keys.mjs");

createRoot(document.getElementById("root")).render(
  <StrictMode>
    <BrowserRouter>
      <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
        <ul>
          <li data-position={0}>Nothing</li>
        </ul>
      </MantineProvider>
    </BrowserRouter>
  </StrictMode>,
);

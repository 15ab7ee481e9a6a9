/** The window where a person answers a site that asks for a passkey: drawn by the browser, over every page. It shows at once who asks, and then what fits. */
import "virtual:faces.css";
import "@coffer/app/ui/tokens.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Candidate } from "../passkeys/ceremony.ts";
import { Ceremony, OverError } from "../passkeys/ceremony.ts";
import { BROWSER } from "../passkeys/messages.ts";
import { open } from "./open-client.ts";
import { PasskeyQuestion, type Ready } from "./PasskeyQuestion.tsx";
import { knownServer } from "./server-setting.ts";

const element = document.getElementById("root");
if (element === null || window !== top) throw new Error("This page may not be framed");
const isFollowing = localStorage.getItem("theme-follows-system") === "on";
const isDark = isFollowing ? matchMedia("(prefers-color-scheme: dark)").matches : localStorage.getItem("theme") === "dark";
document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");

async function start(place: HTMLElement): Promise<void> {
  const ceremony = await Ceremony.find(location.hash.slice(1), () => window.close());
  if (ceremony === null) return window.close();
  const root = createRoot(place);
  const draw = (ready: Ready | null): void =>
    root.render(
      <StrictMode>
        <main>
          <PasskeyQuestion ceremony={ceremony} ready={ready} />
        </main>
      </StrictMode>,
    );
  draw(null);
  try {
    const client = open((await knownServer()) ?? "");
    const candidates: readonly Candidate[] = await ceremony.candidates(client);
    // What was noted was of a moment ago: it may have been removed since.
    if (candidates.length === 0) return ceremony.answer(BROWSER);
    draw({ client, candidates });
  } catch (error) {
    if (!(error instanceof OverError)) ceremony.answer(BROWSER);
  }
}

void start(element);

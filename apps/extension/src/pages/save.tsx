/** The question in a page's own frame. A click counts once all of the question has been in sight for half a second with nothing over it. */
import "virtual:faces.css";
import "@coffer/app/ui/tokens.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Offer, SaveOutcome } from "../save/messages.ts";
import { watchVisibility } from "../save/visibility.ts";
import { ask, SaveQuestion } from "./SaveQuestion.tsx";
import styles from "./save.module.css";

/** How long the question stays while no one touches it. */
const STANDS_MS = 15_000;

const element = document.getElementById("root");
if (element === null) throw new Error("The page has no element #root");
// The theme chosen in the extension cannot be read in frames of other sites: here it follows the device.
const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
element.className = styles.frame ?? "";

const hide = (): void => void ask<SaveOutcome>({ offer: "hide" }).catch(() => undefined);

async function start(place: HTMLElement): Promise<void> {
  const offer = await ask<Offer | null>({ offer: "ask" });
  if (offer === null) return hide();
  const seen = watchVisibility(place);
  const gone = setTimeout(hide, STANDS_MS);
  for (const comes of ["pointerenter", "focusin"]) place.addEventListener(comes, () => clearTimeout(gone));
  createRoot(place).render(
    <StrictMode>
      <main>
        <SaveQuestion
          offer={offer}
          isDeliberate={({ nativeEvent }) => nativeEvent.isTrusted && seen.isHeld(performance.now())}
          onDone={hide}
        />
      </main>
    </StrictMode>,
  );
}

void start(element);

/** The question, or a warning, in a page's own frame. A click counts as in the menu: once all of the question has been in sight for half a second with nothing over it, under a pointer that was moved there. */
import "virtual:faces.css";
import "@coffer/app/ui/tokens.css";
import { type MouseEvent, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { guardClicks } from "../menu/click-guard.ts";
import type { ForeignPassword, Offer, OwnOffer, SaveOutcome } from "../save/messages.ts";
import { ForeignWarning } from "./ForeignWarning.tsx";
import { OwnQuestion } from "./OwnQuestion.tsx";
import { SaveQuestion } from "./SaveQuestion.tsx";
import styles from "./save.module.css";
import { ask } from "./use-reply.ts";

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
  const foreign = await ask<ForeignPassword | null>({ offer: "warned" });
  const offer = foreign === null ? await ask<Offer | OwnOffer | null>({ offer: "ask" }) : null;
  if (foreign === null && offer === null) return hide();
  const clicks = guardClicks(place);
  clicks.watch(place);
  // People come into the question with Tab.
  clicks.byKeys();
  // A warning stays until it was read.
  if (foreign === null) {
    const gone = setTimeout(hide, STANDS_MS);
    for (const comes of ["pointerenter", "focusin"]) place.addEventListener(comes, () => clearTimeout(gone));
  }
  const isDeliberate = ({ nativeEvent }: MouseEvent): boolean => clicks.isDeliberate(place, nativeEvent);
  const answers = { isDeliberate, onDone: hide };
  createRoot(place).render(
    <StrictMode>
      <main>
        {foreign !== null && <ForeignWarning foreign={foreign} isDeliberate={isDeliberate} onDone={() => undefined} />}
        {offer !== null && ("own" in offer ? <OwnQuestion offer={offer} {...answers} /> : <SaveQuestion offer={offer} {...answers} />)}
      </main>
    </StrictMode>,
  );
}

void start(element);

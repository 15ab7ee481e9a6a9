/** What waits to be said or asked about a tab, above the popup: known before anything is drawn, so that it pushes nothing from under a pointer. */
import { type MouseEvent, type ReactNode, useState } from "react";
import type { ForeignPassword, Offer, OwnOffer } from "../save/messages.ts";
import { ownOfferIn } from "../save/own-captured.ts";
import { pendingLoginIn } from "../save/pending-logins.ts";
import { foreignIn } from "../save/pending-warnings.ts";
import { ForeignWarning } from "./ForeignWarning.tsx";
import { OwnQuestion } from "./OwnQuestion.tsx";
import { SaveQuestion } from "./SaveQuestion.tsx";

export interface Pending {
  readonly tabId: number;
  readonly foreign: ForeignPassword | null;
  readonly offer: Offer | null;
  readonly own: OwnOffer | null;
}

export async function pendingIn(tabId: number): Promise<Pending> {
  const offer = (await pendingLoginIn(tabId))?.offer ?? null;
  return { tabId, foreign: await foreignIn(tabId), offer, own: offer === null ? await ownOfferIn(tabId) : null };
}

/** No page covers the popup or the side panel. */
const isDeliberate = ({ nativeEvent }: MouseEvent): boolean => nativeEvent.isTrusted;

export const PendingQuestions = ({ tabId, foreign, offer, own }: Pending) => (
  <>
    {foreign && <Once>{(onDone) => <ForeignWarning foreign={foreign} tabId={tabId} isDeliberate={isDeliberate} onDone={onDone} />}</Once>}
    {offer && <Once>{(onDone) => <SaveQuestion offer={offer} tabId={tabId} isDeliberate={isDeliberate} onDone={onDone} />}</Once>}
    {own && <Once>{(onDone) => <OwnQuestion offer={own} tabId={tabId} isDeliberate={isDeliberate} onDone={onDone} />}</Once>}
  </>
);

/** Until it is answered. */
function Once({ children }: { children: (onDone: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  return isOpen && children(() => setOpen(false));
}

/** What the popup and the side panel show above the app: what waits for an answer, and what is for the open site. */
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { keyOf, type Tab } from "./active-tab.ts";
import { ForThisSite } from "./ForThisSite.tsx";
import { OtherServer } from "./OtherServer.tsx";
import { type Pending, PendingQuestions } from "./PendingQuestions.tsx";

interface Props {
  readonly watch: SessionWatch;
  readonly server: string;
  readonly tab: Tab | null;
  readonly questions: Pending | null;
}

export const OverSite = ({ watch, server, tab, questions }: Props) => (
  <>
    {questions && <PendingQuestions key={keyOf(tab)} {...questions} />}
    <OtherServer watch={watch} server={server} />
    <ForThisSite watch={watch} tab={tab} />
  </>
);

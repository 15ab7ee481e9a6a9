/** /password-health (/health is where operators ask the server how it is): what is wrong in the vault, what mends it, and how good it all is. Everything is found on this device. */
import type { Contents } from "@coffer/client";
import { FINDING_NAMES, type FindingName } from "@coffer/core/health/finding-names";
import { FINDINGS, findingOf, URGENCIES } from "@coffer/core/health/findings";
import type { Found, HealthReport } from "@coffer/core/health/health";
import { plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { use, useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { OfAccountInHealthContext } from "../../frame/health-of-account.ts";
import { CofferPicture } from "../../ui/CofferPicture.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { Note } from "../../ui/Note.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { useFixes } from "../fixes/use-fixes.tsx";
import { BreachCheck } from "../health/BreachCheck.tsx";
import { HealthList, type Line } from "../health/HealthList.tsx";
import { HealthScore } from "../health/HealthScore.tsx";
import { useHealth } from "../health/queries.ts";
import { ContentsGate } from "../list/ContentsGate.tsx";
import { panelProps, TabStrip } from "../list/TabStrip.tsx";
import styles from "./HealthPage.module.css";

export function HealthPage() {
  return (
    <>
      <PageTitle hint="Found on this device, for you alone.">Health</PageTitle>
      <ContentsGate what="the vault" fallback="The vault could not be opened">
        {(contents) => <Health contents={contents} />}
      </ContentsGate>
    </>
  );
}

function Health({ contents }: { contents: Contents }) {
  const health = useHealth();
  const ofAccount = use(OfAccountInHealthContext);
  // A look that failed after another one is said, and what was found before is no longer shown: it may be mended.
  if (health.isError) return <LoadFailed query={health}>The vault could not be looked at</LoadFailed>;
  if (!health.data) return <Loading label="Looking at the vault" />;
  const { report, isDone } = health.data;
  if (report.score === null)
    return (
      <>
        <NothingThere />
        {ofAccount}
      </>
    );
  return (
    <>
      <HealthScore score={report.score} looked={report.looked} found={report.found} pending={isDone ? 0 : report.undecided.length} />
      <BreachCheck contents={contents} />
      {ofAccount}
      {isDone && report.undecided.length > 0 && <Unjudged count={report.undecided.length} onRetry={() => void health.refetch()} />}
      <Findings contents={contents} report={report} />
    </>
  );
}

const NothingThere = () => (
  <EmptyState
    picture={<CofferPicture state="ajar" />}
    title="Nothing to look at yet"
    text="Health looks at logins and cards. Bring in what you have, or add the first one."
    action={
      <Button component={Link} to="/import">
        Import File
      </Button>
    }
  />
);

/** What is said where some passwords could not be judged. */
function Unjudged({ count, onRetry }: { count: number; onRetry: () => void }) {
  return (
    <div className={styles.unjudged}>
      <Note
        tone="warning"
        role="alert"
        actions={
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {`Whether ${plural(count, "password")} can be guessed is not known: the lists to judge by could not be loaded. There may be no connection to the server.`}
      </Note>
    </div>
  );
}

type TabName = FindingName | "ignored";

function Findings({ contents, report }: { contents: Contents; report: HealthReport }) {
  const { fixes, dialogs } = useFixes();
  const [params, setParams] = useSearchParams();
  const tabs = useMemo(() => tabsOf(report), [report]);
  const selected = tabs.find(({ name }) => name === params.get("finding"))?.name ?? tabs[0]?.name;
  const lines = useMemo(() => linesOf(contents, report, selected), [contents, report, selected]);
  return (
    <>
      {report.found.length === 0 && <NothingFound isKnown={report.undecided.length === 0} />}
      {selected !== undefined && (
        <>
          <TabStrip
            id="health"
            label="Findings"
            tabs={tabs}
            selected={selected}
            onSelect={(finding) => setParams({ finding }, { replace: true })}
          />
          <div {...panelProps("health", selected)}>
            <p className={styles.sentence}>{selected === "ignored" ? IGNORED_SENTENCE : FINDINGS[selected].sentence}</p>
            <HealthList key={selected} lines={lines} label={labelOf(selected)} fixes={fixes} />
          </div>
        </>
      )}
      {dialogs}
    </>
  );
}

const NothingFound = ({ isKnown }: { isKnown: boolean }) => (
  <EmptyState
    picture={<CofferPicture state="closed" />}
    title={isKnown ? "Nothing to fix" : "Nothing found so far"}
    text="Every login and card that this device holds is in order."
  />
);

const IGNORED_SENTENCE = "You chose to ignore these. A new password, address or date is checked again.";

const labelOf = (name: TabName): string => (name === "ignored" ? "Ignored" : FINDINGS[name].label);

/** Within a group the heaviest first. */
const BY_URGENCY = Object.keys(URGENCIES).flatMap((urgency) => FINDING_NAMES.filter((name) => findingOf(name).urgency === urgency));

function tabsOf({ found, ignored }: HealthReport) {
  const counts = new Map<TabName, number>([["ignored", ignored.length]]);
  for (const { finding } of found) counts.set(finding, (counts.get(finding) ?? 0) + 1);
  const names: TabName[] = [...BY_URGENCY, "ignored"];
  return names.flatMap((name) => {
    const count = counts.get(name) ?? 0;
    const group = name === "ignored" ? "Ignored" : URGENCIES[findingOf(name).urgency];
    return count > 0 ? [{ name, label: labelOf(name), count, group }] : [];
  });
}

/** An item that went while the report was made is left out. */
function linesOf({ items }: Contents, { found, ignored }: HealthReport, selected: TabName | undefined): Line[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const all = new Map<string, Found[]>();
  for (const one of found) all.set(one.id, [...(all.get(one.id) ?? []), one]);
  const shown = selected === "ignored" ? ignored : found.filter(({ finding }) => finding === selected);
  return shown.flatMap((one) => {
    const item = byId.get(one.id);
    return item ? { item, found: one, all: all.get(one.id) ?? [] } : [];
  });
}

/** What happened to the account: the audit log, newest first, with device and time. */
import type { AuditLog } from "@coffer/client";
import { AUDIT_EVENTS } from "@coffer/contract/audit";
import { shortDateTime } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { useState } from "react";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useAudit } from "../queries.ts";
import type { PanelProps } from "./panel-props.ts";
import { Row, Rows } from "./Rows.tsx";

/** Enough to see what happened lately; the rest is one press away. */
const SHOWN_AT_FIRST = 10;

/** A newer server may know events that this page does not. */
const messageFor = (event: string): string => new Map<string, string>(Object.entries(AUDIT_EVENTS)).get(event) ?? event;

/** Said calmly, and what it means. */
const BROKEN =
  "This log is not as it was written: an entry was changed, left out or put in on the server. Your items are protected apart from it and are not affected. Please ask your operator whether the server was restored from a backup or tampered with, and look at the devices above.";

interface Entry {
  readonly key: string;
  readonly at: number;
  readonly title: string;
  readonly note: string;
}

/** What happened, and among it, by the time of the last, what was refused: counted by day, so that it pushes nothing off the list. */
function entriesOf({ events, refused }: AuditLog): readonly Entry[] {
  const happened = events.map(({ at, event, device, hash }) => ({
    key: hash,
    at,
    title: messageFor(event),
    note: device === "" ? shortDateTime(at) : `${shortDateTime(at)} · ${device}`,
  }));
  const counted = refused.map(({ day, event, count, lastAt }) => ({
    key: `${event} ${day}`,
    at: lastAt,
    title: messageFor(event),
    note: count === 1 ? shortDateTime(lastAt) : `${count} times that day, the last ${shortDateTime(lastAt)}`,
  }));
  return [...happened, ...counted].sort((one, other) => other.at - one.at);
}

export function ActivityPanel({ id, title }: PanelProps) {
  const audit = useAudit();
  const [isWhole, setIsWhole] = useState(false);
  const entries = audit.data ? entriesOf(audit.data) : [];
  return (
    <Panel
      id={id}
      title={title}
      hint="Kept for a year. Each entry carries a checksum of the one before; this device checks them, so that none can be changed or left out unnoticed. What was refused is counted by day."
    >
      {audit.isPending && <Loading rows={3} label="Loading activity" />}
      {audit.isError && <LoadFailed query={audit}>The activity could not be loaded.</LoadFailed>}
      {audit.data?.isWhole === false && <ErrorNote>{BROKEN}</ErrorNote>}
      {entries.length > 0 && (
        <>
          <Rows label="Activity of your account">
            {(isWhole ? entries : entries.slice(0, SHOWN_AT_FIRST)).map(({ key, title: what, note }) => (
              <Row key={key} title={what} note={note} />
            ))}
          </Rows>
          {!isWhole && entries.length > SHOWN_AT_FIRST && (
            <Button variant="default" onClick={() => setIsWhole(true)}>
              Show all {entries.length}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

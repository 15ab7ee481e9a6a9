/** What happened to the account: the audit log, newest first, with device and time. */
import { AUDIT_EVENTS } from "@coffer/contract/audit";
import { Button } from "@mantine/core";
import { useState } from "react";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useAudit } from "../queries.ts";
import type { PanelProps } from "./panel-props.ts";
import { Row, Rows } from "./Rows.tsx";
import { momentText } from "./when.ts";

/** Enough to see what happened lately; the rest is one press away. */
const SHOWN_AT_FIRST = 10;

/** A newer server may know events that this page does not. */
const messageFor = (event: string): string => new Map<string, string>(Object.entries(AUDIT_EVENTS)).get(event) ?? event;

export function ActivityPanel({ id, title }: PanelProps) {
  const audit = useAudit();
  const [isWhole, setIsWhole] = useState(false);
  const rows = audit.data ?? [];
  return (
    <Panel
      id={id}
      title={title}
      hint="Kept for a year. Each entry holds the hash of the one before, so that none can be changed or left out unnoticed."
    >
      {audit.isPending && <Loading rows={3} label="Loading activity" />}
      {audit.isError && <ErrorNote>The activity could not be loaded.</ErrorNote>}
      {rows.length > 0 && (
        <>
          <Rows label="Activity of your account">
            {(isWhole ? rows : rows.slice(0, SHOWN_AT_FIRST)).map(({ at, event, device, hash }) => (
              <Row key={hash} title={messageFor(event)} note={device === "" ? momentText(at) : `${momentText(at)} · ${device}`} />
            ))}
          </Rows>
          {!isWhole && rows.length > SHOWN_AT_FIRST && (
            <Button variant="default" onClick={() => setIsWhole(true)}>
              Show all {rows.length}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

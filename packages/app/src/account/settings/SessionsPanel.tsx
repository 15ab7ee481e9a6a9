/** The devices that are signed in, when each was last used, and how to sign them out. */
import type { SessionRow } from "@coffer/client";
import { shortDateTime } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconDeviceDesktop } from "@tabler/icons-react";
import { useState } from "react";
import { confirm } from "../../ui/confirm.ts";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import { useRevokeOtherSessions, useSessions } from "../queries.ts";
import type { PanelProps } from "./panel-props.ts";
import { Row, Rows } from "./Rows.tsx";
import { relativeTime } from "./relative-time.ts";
import { SignOutDialog } from "./SignOutDialog.tsx";

const OTHERS =
  "Every other device will be signed out immediately. Nothing that is saved is lost. A passkey on one of them signs in again: sign a lost device out by itself.";

export function SessionsPanel({ id, title }: PanelProps) {
  const sessions = useSessions();
  const [leaving, setLeaving] = useState<SessionRow | null>(null);
  const revokeOthers = useRevokeOtherSessions();
  const endOthers = async () => {
    if (!(await confirm({ title: "Sign out all others", message: OTHERS, confirmLabel: "Sign out all others" }))) return;
    revokeOthers.mutate(null, {
      onSuccess: () => toast.done("Every other device was signed out"),
      onError: (error) => toast.failed(error, "Failed to sign the devices out"),
    });
  };
  const rows = sessions.data ?? [];
  return (
    <>
      <Panel
        id={id}
        title={title}
        hint="Where you are signed in. If you do not know a device, sign it out and change your master password."
      >
        {sessions.isPending && <Loading rows={2} label="Loading sessions" />}
        {sessions.isError && <LoadFailed query={sessions}>The sessions could not be loaded.</LoadFailed>}
        {rows.length > 0 && (
          <Rows>
            {rows.map((row) => (
              <Row
                key={row.id}
                icon={<IconDeviceDesktop size={20} aria-hidden />}
                title={row.device}
                tag={row.isCurrent ? "This device" : undefined}
                note={`Last used ${relativeTime(row.lastUsedAt, Date.now())} · signed in ${shortDateTime(row.createdAt)}`}
                action={row.isCurrent ? undefined : <EndSession device={row.device} onPress={() => setLeaving(row)} />}
              />
            ))}
          </Rows>
        )}
        {rows.some(({ isCurrent }) => !isCurrent) && (
          <Button variant="default" disabled={revokeOthers.isPending} onClick={() => void endOthers()}>
            Sign out all others
          </Button>
        )}
      </Panel>
      {leaving && <SignOutDialog row={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

const EndSession = ({ device, onPress }: { device: string; onPress: () => void }) => (
  <Button variant="default" size="compact-md" aria-label={`Sign out ${device}`} onClick={onPress}>
    Sign out
  </Button>
);

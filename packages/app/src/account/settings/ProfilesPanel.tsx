/** The profiles the user can switch to, and how to end a link. Switching itself is in the user menu. */
import { Button } from "@mantine/core";
import { IconUserCircle } from "@tabler/icons-react";
import { useSession } from "../../frame/client-context.tsx";
import { confirm } from "../../ui/confirm.ts";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import { useProfiles, useUnlinkProfile } from "../queries.ts";
import type { PanelProps } from "./panel-props.ts";
import { NoRows, Row, Rows } from "./Rows.tsx";

export function ProfilesPanel({ id, title }: PanelProps) {
  const session = useSession();
  const profiles = useProfiles();
  const unlink = useUnlinkProfile();
  const others = profiles.data?.filter(({ user_id }) => user_id !== session?.user.id) ?? [];
  const remove = async (profileId: string, email: string) => {
    const message = `You will no longer switch to ${email} without signing in. The account itself stays.`;
    if (!(await confirm({ title: "Remove link", message, confirmLabel: "Remove link", danger: true }))) return;
    unlink.mutate(
      { id: profileId },
      { onSuccess: () => toast.done("Link removed"), onError: (error) => toast.failed(error, "Failed to remove the link") },
    );
  };
  return (
    <Panel id={id} title={title} hint="Your other accounts. Switch between them, and add new ones, in the user menu.">
      {profiles.isError && <LoadFailed query={profiles}>Failed to load profiles</LoadFailed>}
      {profiles.data !== undefined && others.length === 0 && <NoRows>No other profile is linked.</NoRows>}
      {others.length > 0 && (
        <Rows>
          {others.map(({ user_id, email }) => (
            <Row
              key={user_id}
              icon={<IconUserCircle size={20} aria-hidden />}
              title={email}
              action={
                <Button
                  variant="default"
                  size="compact-md"
                  disabled={unlink.isPending}
                  aria-label={`Remove link to ${email}`}
                  onClick={() => void remove(user_id, email)}
                >
                  Remove link
                </Button>
              }
            />
          ))}
        </Rows>
      )}
    </Panel>
  );
}

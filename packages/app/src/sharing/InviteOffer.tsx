/** No one has an account with this email: a user who may invite people is offered to (decision C-07). What was chosen waits until they have joined. */
import { expiryIn } from "@coffer/core/sharing/expiry";
import { NO_ROLE } from "@coffer/core/team/roles";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useClient, useSession } from "../frame/client-context.tsx";
import { toast } from "../ui/toast.ts";
import { usePromise } from "./queries.ts";
import styles from "./ShareDialog.module.css";
import type { ShareValues } from "./share-values.ts";

interface Props {
  readonly wish: Pick<ShareValues, "email" | "ids" | "permission" | "days">;
  readonly onInvited: () => void;
}

const showIt = (offer: HTMLElement | null): void => offer?.scrollIntoView({ block: "nearest" });

export function InviteOffer({ wish, onInvited }: Props) {
  const { email, ids, permission, days } = wish;
  const client = useClient();
  const promise = usePromise();
  const session = useSession();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      await client.team.invite({ email, roleId: NO_ROLE, teamId: session?.teamId ?? null, by: "mail" });
      await promise.mutateAsync({ email, ids, permission, expiresAt: expiryIn(days, Date.now()) });
    },
  });
  if (!session?.permissions.invite_members && !session?.permissions.manage_teams) return null;
  const invite = async () => {
    try {
      await mutateAsync();
      toast.done("Invitation sent successfully");
      onInvited();
    } catch (error) {
      toast.failed(error, "Failed to send invitation");
    }
  };
  return (
    // Below what failed, where a small window ends.
    <div className={styles.offer} ref={showIt}>
      <p>{`Invite ${email} to open an account. What you chose waits for them: once they have joined, you share it with one press.`}</p>
      <Button variant="default" size="compact-md" disabled={isPending} onClick={() => void invite()}>
        {isPending ? "Sending..." : "Send Invitation"}
      </Button>
    </div>
  );
}

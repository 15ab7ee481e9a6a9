/** No one has an account with this email: a user who may invite people is offered to (decision C-07). Sharing waits until they have joined. */
import { NO_ROLE } from "@coffer/core/team/roles";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useClient, useSession } from "../frame/client-context.tsx";
import { toast } from "../ui/toast.ts";
import styles from "./ShareDialog.module.css";

const showIt = (offer: HTMLElement | null): void => offer?.scrollIntoView({ block: "nearest" });

export function InviteOffer({ email, onInvited }: { email: string; onInvited: () => void }) {
  const client = useClient();
  const session = useSession();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => client.team.invite({ email, roleId: NO_ROLE, teamId: session?.teamId ?? null, by: "mail" }),
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
      <p>{`Invite ${email} to open an account. You can share once they have joined.`}</p>
      <Button variant="default" size="compact-md" disabled={isPending} onClick={() => void invite()}>
        {isPending ? "Sending..." : "Send Invitation"}
      </Button>
    </div>
  );
}

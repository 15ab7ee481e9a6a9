/** No one has an account with this email: a user who may invite people is offered to (decision C-07). What was chosen waits until they have joined. */
import { expiryIn } from "@coffer/core/sharing/expiry";
import { NO_ROLE } from "@coffer/core/team/roles";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useClient, useSession } from "../frame/client-context.tsx";
import { causeOf } from "../ui/error-message.ts";
import { toast } from "../ui/toast.ts";
import { usePromise } from "./queries.ts";
import styles from "./ShareDialog.module.css";
import type { ShareValues } from "./share-values.ts";

interface Props {
  readonly request: Pick<ShareValues, "email" | "ids" | "permission" | "days">;
  readonly onInvited: () => void;
}

const offerTo = (email: string): string =>
  `Invite ${email} to open an account. What you chose waits for them: once they have joined, you share it with one press.`;
const SENT_ONLY = "The invitation was sent, but what you chose could not be kept for them.";

const showIt = (offer: HTMLElement | null): void => offer?.scrollIntoView({ block: "nearest" });

export function InviteOffer({ request, onInvited }: Props) {
  const { email, ids, permission, days } = request;
  const client = useClient();
  const promise = usePromise();
  const session = useSession();
  // Pressed again after what was chosen could not be kept, it invites no second time.
  const isInvited = useRef(false);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      if (!isInvited.current) await client.team.invite({ email, roleId: NO_ROLE, teamId: session?.teamId ?? null, by: "mail" });
      isInvited.current = true;
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
      if (isInvited.current) toast.failed(`${SENT_ONLY} ${causeOf(error)}`);
      else toast.failed(error, "Failed to send invitation");
    }
  };
  return (
    // Below what failed, where a small window ends.
    <div className={styles.offer} ref={showIt}>
      <p>{isInvited.current ? `${email} is invited, but what you chose does not wait for them yet.` : offerTo(email)}</p>
      <Button variant="default" size="compact-md" disabled={isPending} onClick={() => void invite()}>
        {isPending ? "Sending..." : isInvited.current ? "Keep it for them" : "Send Invitation"}
      </Button>
    </div>
  );
}

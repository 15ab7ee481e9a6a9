/** What may be done to a member: out of the team, out of the product, or in again without the second factor. */
import type { TeamMember } from "@coffer/client";
import { SUPER_ADMIN } from "@coffer/core/team/roles";
import { Button } from "@mantine/core";
import { useSession } from "../frame/client-context.tsx";
import { confirm } from "../ui/confirm.ts";
import { DangerButton } from "../ui/DangerButton.tsx";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";

interface Props {
  readonly member: TeamMember;
  readonly onRemove: () => void;
  readonly onDelete: () => void;
}

export function MemberActions({ member, onRemove, onDelete }: Props) {
  const { user_id: userId, email, two_factor_enabled: hasFactor, is_managed: isManaged, has_agreed: hasAgreed, serverRoleId } = member;
  const isSuper = useSession()?.roleId === SUPER_ADMIN;
  const factor = useTeamChange((team, _: null) => team.removeMfa({ userId }));
  const removeFactor = async () => {
    const message = `Are you sure you want to remove MFA for ${email}? They will sign in with their master password only, and all their devices will be signed out. First make sure the request really comes from them.`;
    if (!(await confirm({ title: "Remove MFA", message, confirmLabel: "Remove MFA", danger: true }))) return;
    factor.mutate(null, {
      onSuccess: () => toast.done("MFA removed successfully"),
      onError: (error) => toast.failed(error, "Failed to remove MFA"),
    });
  };
  const mayDelete = serverRoleId !== SUPER_ADMIN && (isManaged === true || isSuper);
  const mayRemoveFactor = hasAgreed === true || isSuper;
  return (
    <>
      <Button variant="default" size="compact-md" aria-label={`Remove ${email}`} onClick={onRemove}>
        Remove
      </Button>
      <DangerButton
        size="compact-md"
        disabled={!mayDelete}
        title={mayDelete ? undefined : "This account is not managed by your team."}
        aria-label={`Delete ${email}`}
        onClick={onDelete}
      >
        Delete
      </DangerButton>
      {hasFactor && (
        <DangerButton
          size="compact-md"
          disabled={!mayRemoveFactor || factor.isPending}
          title={mayRemoveFactor ? undefined : "This person was added to the team without an invitation."}
          aria-label={`Remove MFA of ${email}`}
          onClick={() => void removeFactor()}
        >
          Remove MFA
        </DangerButton>
      )}
    </>
  );
}

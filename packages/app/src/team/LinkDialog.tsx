/** An invitation that is handed over and not mailed. */
import { INVITATION_DAYS } from "@coffer/core/constants";
import { TextInput } from "@mantine/core";
import { Dialog } from "../frame/Dialog.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";

export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Invitation link"
      footer={<CopyButton kind="button" value={() => link} label="Copy the invitation link" copied="Copied the invitation link" />}
    >
      <p>{`It works once, for ${INVITATION_DAYS} days, and only for this address. Send it where no one else can read it.`}</p>
      <TextInput label="Link" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
    </Dialog>
  );
}

/** Asks why a finding is to be ignored: in a year no one remembers. */
import { findingOf } from "@coffer/core/health/findings";
import type { Found } from "@coffer/core/health/health";
import { REASON_MAX_LENGTH } from "@coffer/core/health/ignored";
import { type Item, titleOf } from "@coffer/core/items/item";
import { TextInput } from "@mantine/core";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { useIgnore } from "./use-ignore.ts";

export function IgnoreDialog({ item, found: { finding }, onClose }: { item: Item; found: Found; onClose: () => void }) {
  const ignore = useIgnore();
  const { label } = findingOf(finding);
  const form = useForm({
    start: { reason: "" },
    check: ({ reason }) => (reason.trim() === "" ? { fields: { reason: "Please say why, so that you know later" } } : {}),
    async send({ reason }) {
      await ignore.mutateAsync({ id: item.id, finding, reason });
      toast.done(`"${label}" of "${titleOf(item)}" is ignored`);
    },
    failed: `Could not change "${titleOf(item)}"`,
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  return (
    <FormDialog form={form} title={`Ignore "${label}" of "${titleOf(item)}"`} submitLabel="Ignore">
      <TextInput
        label="Reason"
        description="Encrypted with the item. Only you can read it, on all your devices."
        maxLength={REASON_MAX_LENGTH}
        autoComplete="off"
        {...form.text("reason")}
      />
    </FormDialog>
  );
}

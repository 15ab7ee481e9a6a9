/** Shares items or one vault with a person: who, what, and what they may do with it for how long. */
import type { Contents } from "@coffer/client";
import { isRefusal } from "@coffer/contract/errors";
import { isEmail } from "@coffer/core/account/email";
import type { Item } from "@coffer/core/items/item";
import type { RecordKind } from "@coffer/core/items/kinds";
import { expiryIn } from "@coffer/core/sharing/expiry";
import { plural } from "@coffer/core/text";
import { Autocomplete, Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { Dialog } from "../frame/Dialog.tsx";
import { messageOf } from "../ui/error-message.ts";
import { Form, FormButtons, FormError, SubmitButton } from "../ui/form/Form.tsx";
import { type FormApi, useForm } from "../ui/form/use-form.ts";
import { toast } from "../ui/toast.ts";
import { VersionsGoWithShare } from "../vault/item/VersionsGo.tsx";
import { SafetyNumberDialog } from "../vault/people/SafetyNumberDialog.tsx";
import { useContents } from "../vault/queries.ts";
import { ChooseItems } from "./ChooseItems.tsx";
import { InviteOffer } from "./InviteOffer.tsx";
import { PasskeysGoAlong } from "./PasskeysGoAlong.tsx";
import { useKnownEmails, useShare } from "./queries.ts";
import styles from "./ShareDialog.module.css";
import { ShareTerms } from "./ShareTerms.tsx";
import { ShareWith } from "./ShareWith.tsx";
import type { ShareValues } from "./share-values.ts";
import { type Shareable, shareables } from "./shareable.ts";

interface Props {
  /** What is shared; null where it is chosen here. */
  readonly target: { readonly id: string; readonly kind: RecordKind } | null;
  /** With whom, where that is known beforehand. */
  readonly email?: string;
  readonly onClose: () => void;
}

export function ShareDialog({ target, email = "", onClose }: Props) {
  const contents = useContents();
  const all = useMemo(() => (contents.data ? shareables(contents.data) : NOTHING), [contents.data]);
  const [percent, setPercent] = useState(0);
  const [unknown, setUnknown] = useState<string | null>(null);
  const form = useShareForm({ target, email, onClose, all, onProgress: setPercent, onUnknown: setUnknown });
  const [comparing, compare] = useState(false);
  const isVault = target?.kind === "category";
  const going = useGoing(contents.data, form.values.ids);
  return (
    <Dialog onClose={() => void form.leave()} title={isVault ? "Share Vault" : "Share Items"} size={560} closeOnClickOutside={false}>
      <Form form={form}>
        {target && (
          <p className={styles.target}>
            {all.find(({ id }) => id === target.id)?.name}
            {isVault && <span className={styles.count}> · {plural(going.length, "item")}</span>}
          </p>
        )}
        <ShareWith form={form} />
        {form.values.shareWith === "individual" && <Recipient form={form} onCompare={() => compare(true)} />}
        {target === null && <ChooseItems form={form} all={all} />}
        <ShareTerms form={form} />
        <PasskeysGoAlong items={going} />
        <VersionsGoWithShare items={going} vaults={contents.data?.vaults ?? NO_VAULTS} ids={form.values.ids} />
        <FormError form={form} />
        {unknown !== null && unknown === form.values.email.trim() && (
          <InviteOffer request={{ ...form.values, email: unknown }} onInvited={onClose} />
        )}
        <FormButtons>
          <Button variant="default" disabled={form.busy} onClick={() => void form.leave()}>
            Cancel
          </Button>
          <SubmitButton form={form} busyLabel={percent > 0 && percent < 100 ? `Sharing... ${percent}%` : "Sharing..."}>
            Share
          </SubmitButton>
        </FormButtons>
      </Form>
      {comparing && <SafetyNumberDialog email={form.values.email.trim()} onClose={() => compare(false)} />}
    </Dialog>
  );
}

const NOTHING: readonly Shareable[] = [];
const NO_VAULTS: Contents["vaults"] = [];

/** Everything that is shared with what is chosen: all that is in a vault goes with it. Not looked for again at each letter of the form. */
function useGoing(contents: Contents | undefined, ids: readonly string[]): readonly Item[] {
  return useMemo(() => {
    const chosen = new Set(ids);
    return (contents?.items ?? []).filter(({ id, categoryId }) => chosen.has(id) || (categoryId !== null && chosen.has(categoryId)));
  }, [contents, ids]);
}

interface FormOptions extends Props {
  readonly all: readonly Shareable[];
  readonly onProgress: (percent: number) => void;
  /** No one has an account with that email. */
  readonly onUnknown: (email: string) => void;
}

function useShareForm({ target, email: known = "", onClose, all, onProgress, onUnknown }: FormOptions): FormApi<ShareValues> {
  const share = useShare();
  const isVault = target?.kind === "category";
  const failed = isVault ? "Failed to share vault" : "Failed to share items";
  const start: ShareValues = { shareWith: "individual", email: known, permission: "read", days: null, ids: target ? [target.id] : [] };
  const form: FormApi<ShareValues> = useForm<ShareValues>({
    start,
    check,
    async send({ shareWith, email, permission, days, ids }) {
      const expiresAt = expiryIn(days, Date.now());
      const request = { ids, email: shareWith === "team" ? null : email.trim(), permission, expiresAt, onProgress };
      const notShared = await share.mutateAsync(request).catch((error: unknown) => {
        if (isRefusal(error, "no_such_account")) onUnknown(email.trim());
        throw refused(failed, error);
      });
      const left = notShared.map(({ id }) => id);
      if (left.length === 0) return toast.done(isVault ? "Vault shared successfully" : "Items shared successfully");
      // What was shared is not chosen any more: pressing again shares what is left.
      form.change({ ids: left });
      throw refused(failed, notShared[0]?.error, outcome(ids, left, all));
    },
    failed: (error) => ({ whole: error instanceof Refused ? error.message : messageOf(error, failed) }),
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  return form;
}

/** Which of several were shared, and which were not. */
function outcome(ids: readonly string[], left: readonly string[], all: readonly Shareable[]): string[] {
  if (ids.length < 2) return [];
  const namesOf = (some: readonly string[]): string => all.flatMap(({ id, name }) => (some.includes(id) ? name : [])).join(", ");
  const shared = ids.filter((id) => !left.includes(id));
  return [`Not shared: ${namesOf(left)}.`, ...(shared.length > 0 ? [`Shared: ${namesOf(shared)}.`] : [])];
}

/** Says itself why. */
class Refused extends Error {}

const refused = (failed: string, cause: unknown, more: readonly string[] = []): Refused =>
  new Refused([`${failed}: ${messageOf(cause)}`, ...more].join(" "), { cause });

const check = ({ shareWith, email, ids }: ShareValues) => {
  if (ids.length === 0) return { whole: "Please select at least one item to share" };
  if (shareWith === "team") return {};
  if (email.trim() === "") return { fields: { email: "Please enter an email address" } };
  return isEmail(email.trim()) ? {} : { fields: { email: "Please enter a valid email address" } };
};

function Recipient({ form, onCompare }: { form: FormApi<ShareValues>; onCompare: () => void }) {
  const known = useKnownEmails();
  const { email } = form.values;
  return (
    <div className={styles.recipient}>
      <Autocomplete
        label="Recipient email"
        type="email"
        required
        autoComplete="off"
        // A list that no one opened would take the first Escape, even while it is empty.
        openOnFocus={false}
        data-field="email"
        data={[...known]}
        value={email}
        error={form.errors.email}
        onChange={(value) => form.change({ email: value })}
      />
      <Button variant="subtle" size="compact-sm" disabled={!isEmail(email.trim())} onClick={onCompare}>
        Compare numbers
      </Button>
    </div>
  );
}

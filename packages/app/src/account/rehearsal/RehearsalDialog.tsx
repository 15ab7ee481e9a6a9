/**
 * The rehearsal of the recovery kit, in three steps: fetch the paper, compare what is on it, type its key. This device alone looks at what is typed; it is gone once
 * it was tried, or the dialog is closed.
 *
 *   fetch ──▶ type ──▶ right
 *     │       │  ▲
 *     │       ▼  │
 *     └────▶ new kit
 */
import { Textarea } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { Dialog } from "../../frame/Dialog.tsx";
import { messageOf } from "../../ui/error-message.ts";
import { Form, FormButtons, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useRehearse } from "../queries.ts";
import { TextButton } from "../TextButton.tsx";
import styles from "./RehearsalDialog.module.css";
import { type Ended, RehearsalEnd } from "./RehearsalEnd.tsx";
import { NOT_WHOLE } from "./rehearsal-words.ts";

type Step = { readonly at: "fetch" } | { readonly at: "type"; readonly copy: string } | Ended;

const FETCH: Step = { at: "fetch" };

export function RehearsalDialog({ onClose }: { onClose: () => void }) {
  const [step, go] = useState<Step>(FETCH);
  const leave = useRef<() => unknown>(onClose);
  return (
    <Dialog onClose={() => void leave.current()} title="Try your recovery kit" size={520} closeOnClickOutside={step.at !== "type"}>
      {step.at === "fetch" && <Fetch onFetched={(copy) => go({ at: "type", copy })} onNone={() => go({ at: "none" })} />}
      {step.at === "type" && <Type copy={step.copy} onTried={go} onNone={() => go({ at: "none" })} {...{ leave, onClose }} />}
      {step.at !== "fetch" && step.at !== "type" && <RehearsalEnd end={step} onAgain={() => go(FETCH)} onClose={onClose} />}
    </Dialog>
  );
}

function Fetch({ onFetched, onNone }: { onFetched: (copy: string) => void; onNone: () => void }) {
  const { account } = useClient();
  const email = useSession()?.user.email ?? "";
  const form = useForm({
    start: {},
    send: async () => onFetched(await account.recoveryCopy()),
    failed: (error) => ({ whole: messageOf(error, "The rehearsal could not begin") }),
  });
  return (
    <Form form={form} startsAt="button[type=submit]">
      <p>Would you get back in if you forgot your master password today? This takes two minutes.</p>
      <ol className={styles.steps}>
        <li>
          <strong>Fetch your recovery kit</strong>
          <p>Take the page from where you keep it, and look at it rather than at a copy on this device.</p>
        </li>
        <li>
          <strong>Compare what is on it</strong>
          <dl className={styles.facts}>
            <dt>Email</dt>
            <dd>{email}</dd>
            <dt>Address</dt>
            <dd>{window.location.origin}</dd>
          </dl>
        </li>
        <li>
          <strong>Type its recovery key</strong>
          <p>This device checks it. The key is not sent anywhere, and not kept.</p>
        </li>
      </ol>
      <div>
        <TextButton onClick={onNone}>I can’t find it, or something is different</TextButton>
      </div>
      <FormError form={form} />
      <FormButtons>
        <SubmitButton form={form}>I have it here</SubmitButton>
      </FormButtons>
    </Form>
  );
}

interface TypeProps {
  readonly copy: string;
  readonly onTried: (end: Ended) => void;
  readonly onNone: () => void;
  readonly onClose: () => void;
  /** What closes the dialog: asks while something is typed. */
  readonly leave: { current: () => unknown };
}

function Type({ copy, onTried, onNone, onClose, leave }: TypeProps) {
  const { mutateAsync: rehearse } = useRehearse();
  const form = useForm({
    start: { recoveryKey: "" },
    check: ({ recoveryKey }) => (recoveryKey.trim() ? {} : { fields: { recoveryKey: "Please type the recovery key from your kit" } }),
    async send({ recoveryKey }) {
      const result = await rehearse({ recoveryKey, copy });
      if (result.is === "mistyped") throw new MistypedError();
      onTried({ at: "tried", result });
    },
    failed: (error) =>
      error instanceof MistypedError
        ? { fields: { recoveryKey: NOT_WHOLE } }
        : { whole: messageOf(error, "The recovery key could not be tried"), at: "recoveryKey" },
    guard: { onLeave: onClose },
  });
  useEffect(() => {
    leave.current = form.leave;
    return () => {
      leave.current = onClose;
    };
  });
  return (
    <Form form={form}>
      {/* On a phone it takes two lines, and all of it has to be seen to be compared. */}
      <Textarea
        label="Recovery key"
        description="From the paper: eight groups of four, and two characters at the end. Spaces and hyphens do not matter."
        placeholder="XXXX-XXXX-…"
        size="md"
        rows={2}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        classNames={{ input: `mono ${styles.capitals}` }}
        inputWrapperOrder={["label", "input", "error", "description"]}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          void form.submit();
        }}
        {...form.text("recoveryKey")}
      />
      <div>
        <TextButton onClick={onNone}>I can’t read it any more</TextButton>
      </div>
      <FormError form={form} />
      <FormButtons>
        <SubmitButton form={form}>Try the key</SubmitButton>
      </FormButtons>
    </Form>
  );
}

/** It is no whole key: what was typed stays, to be put right. */
class MistypedError extends Error {}

/** Asks for parts of a secret, which only a person who saved it can type. */
import { TextInput } from "@mantine/core";
import { Form, FormButtons, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import styles from "./Retype.module.css";
import { sameGroup } from "./recovery-kit.ts";

interface RetypeGroup {
  readonly label: string;
  readonly group: string;
}

/** @param asked - the parts that are asked for; never changes while it is shown. */
export function Retype({
  asked,
  text,
  action,
  capitals = false,
  onDone,
}: {
  asked: readonly RetypeGroup[];
  text: string;
  action: string;
  capitals?: boolean;
  onDone: () => void;
}) {
  const wrong = (typed: Readonly<Record<string, string>>) => asked.filter(({ label, group }) => !sameGroup(typed[label] ?? "", group));
  const form = useForm<Readonly<Record<string, string>>>({
    start: Object.fromEntries(asked.map(({ label }) => [label, ""])),
    check: (typed) => ({ fields: Object.fromEntries(wrong(typed).map(({ label }) => [label, "This does not match your copy"])) }),
    send: async () => onDone(),
    failed: "An error occurred",
  });
  return (
    // The secret above is what to look at first.
    <Form form={form} className={styles.retype} startsAt={null}>
      <p>{text}</p>
      <div className={styles.fields} data-columns={asked.length}>
        {asked.map(({ label }) => (
          <TextInput
            key={label}
            label={label}
            autoComplete="off"
            autoCapitalize={capitals ? "characters" : "none"}
            spellCheck={false}
            classNames={{ input: capitals ? `mono ${styles.capitals}` : "mono" }}
            {...form.text(label)}
          />
        ))}
      </div>
      <FormButtons>
        <SubmitButton form={form} size="md" fullWidth disabled={wrong(form.values).length > 0}>
          {action}
        </SubmitButton>
      </FormButtons>
    </Form>
  );
}

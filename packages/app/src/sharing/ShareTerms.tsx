/** What a recipient may do, and for how long. */
import { EXPIRY_CHOICES } from "@coffer/core/sharing/expiry";
import { Radio, Select } from "@mantine/core";
import type { FormApi } from "../ui/form/use-form.ts";
import styles from "./ShareDialog.module.css";
import type { ShareValues } from "./share-values.ts";

const LEVELS = [
  { value: "read", label: "View Only", text: "Can see and copy, but not change anything." },
  { value: "write", label: "View & Edit", text: "Can also change and delete. You can restore what they delete." },
] as const;

const NEVER = "never";

export function ShareTerms({ form }: { form: FormApi<ShareValues> }) {
  const { permission, days } = form.values;
  return (
    <>
      <Radio.Group
        label="Permission level"
        value={permission}
        onChange={(value) => form.change({ permission: value === "write" ? "write" : "read" })}
      >
        <div className={styles.levels}>
          {LEVELS.map(({ value, label, text }) => (
            <Radio key={value} value={value} label={label} description={text} />
          ))}
        </div>
      </Radio.Group>
      <Select
        label="Expires In"
        data={EXPIRY_CHOICES.map((choice) => ({ value: String(choice.days ?? NEVER), label: choice.asked }))}
        value={String(days ?? NEVER)}
        allowDeselect={false}
        onChange={(value) => form.change({ days: value === null || value === NEVER ? null : Number(value) })}
      />
    </>
  );
}

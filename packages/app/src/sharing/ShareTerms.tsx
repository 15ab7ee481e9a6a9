/** What a recipient may do, and for how long. */
import { EXPIRY_CHOICES } from "@coffer/core/sharing/expiry";
import { Radio, Select } from "@mantine/core";
import type { FormApi } from "../ui/form/use-form.ts";
import { LEVEL_NAMES, LEVELS } from "./levels.ts";
import styles from "./ShareDialog.module.css";
import type { ShareValues } from "./share-values.ts";

const NEVER = "never";

/** docs/decisions/0018-history.md */
const VERSIONS_GO = "If no one else has it when that ends, its earlier versions are deleted. Only what it holds then is kept.";

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
          {LEVEL_NAMES.map((level) => (
            <Radio key={level} value={level} label={LEVELS[level].asked} description={LEVELS[level].means} />
          ))}
        </div>
      </Radio.Group>
      <Select
        label="Expires In"
        description={days !== null && VERSIONS_GO}
        data={EXPIRY_CHOICES.map((choice) => ({ value: String(choice.days ?? NEVER), label: choice.asked }))}
        value={String(days ?? NEVER)}
        allowDeselect={false}
        onChange={(value) => form.change({ days: value === null || value === NEVER ? null : Number(value) })}
      />
    </>
  );
}

/** A person or the user's own team; a user in no team is not asked. */
import { Radio } from "@mantine/core";
import type { FormApi } from "../ui/form/use-form.ts";
import { useOwnTeam } from "./queries.ts";
import styles from "./ShareDialog.module.css";
import type { ShareValues } from "./share-values.ts";

export function ShareWith({ form }: { form: FormApi<ShareValues> }) {
  const team = useOwnTeam();
  if (team !== "open" && team !== "key-pending") return null;
  const isPending = team === "key-pending";
  return (
    <Radio.Group
      label="Share with"
      value={form.values.shareWith}
      onChange={(value) => form.change({ shareWith: value === "team" ? "team" : "individual" })}
    >
      <div className={styles.levels}>
        <Radio value="individual" label="Individual" description="One person, by email." />
        <Radio
          value="team"
          label="Team"
          disabled={isPending}
          description={isPending ? "The team's key has not arrived yet." : "Everyone in your team, for as long as they are in it."}
        />
      </div>
    </Radio.Group>
  );
}

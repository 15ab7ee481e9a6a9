/** A person or the user's own team; a user in no team is not asked. */
import type { TeamStatus } from "@coffer/client";
import { Radio } from "@mantine/core";
import { TeamDoubt } from "../account/TeamDoubt.tsx";
import type { FormApi } from "../ui/form/use-form.ts";
import { useOwnTeam } from "./queries.ts";
import styles from "./ShareDialog.module.css";
import type { ShareValues } from "./share-values.ts";

const STOPPED = "Stopped: the page of your team says why.";

/** Why the team cannot be chosen; null if it can. In other states of a team it is not offered. */
const MISSING: Partial<Readonly<Record<TeamStatus, string | null>>> = {
  open: null,
  "key-pending": "The team's key has not arrived yet.",
  "log-withheld": STOPPED,
  "log-forked": STOPPED,
};

export function ShareWith({ form }: { form: FormApi<ShareValues> }) {
  const team = useOwnTeam();
  const missing = MISSING[team];
  if (missing === undefined) return null;
  return (
    <>
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
            disabled={missing !== null}
            description={missing ?? "Everyone in your team, for as long as they are in it."}
          />
        </div>
      </Radio.Group>
      {form.values.shareWith === "team" && <TeamDoubt />}
    </>
  );
}

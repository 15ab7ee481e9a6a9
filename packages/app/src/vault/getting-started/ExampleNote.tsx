/** Says that a vault is the example, and takes it away with one click; what was changed in it is named before it goes. */

import type { Contents } from "@coffer/client";
import { titleOf } from "@coffer/core/items/item";
import { byCount } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { confirm } from "../../ui/confirm.ts";
import { Note } from "../../ui/Note.tsx";
import { toast } from "../../ui/toast.ts";
import { useRemoveExample } from "../queries.ts";
import styles from "./ExampleNote.module.css";
import { useExample } from "./queries.ts";

interface Props {
  readonly contents: Contents;
  /** The vault one is in; null where all are shown. */
  readonly vaultId: string | null;
}

export function ExampleNote({ contents, vaultId }: Props) {
  const navigate = useNavigate();
  const { data: example = null } = useExample(contents);
  const { mutateAsync: remove, isPending } = useRemoveExample();
  if (example === null || (vaultId !== null && vaultId !== example.vaultId)) return null;
  const ids = new Set(example.itemIds);
  // Both times are the same until the item is changed.
  const changed = contents.items.filter(({ id, createdAt, updatedAt }) => ids.has(id) && createdAt !== updatedAt);
  const takeAway = async () => {
    if (changed.length > 0 && !(await confirm(questionAbout(changed.map(titleOf))))) return;
    try {
      await remove({ vaultId: example.vaultId });
      toast.done("The example was removed");
      if (vaultId !== null) void navigate("/vaults");
    } catch (error) {
      toast.failed(error, "Could not remove the example");
    }
  };
  return (
    <div className={styles.place}>
      <Note
        label="Example"
        icon={<IconSparkles size={18} aria-hidden />}
        actions={
          <Button size="xs" variant="default" disabled={isPending} onClick={() => void takeAway()}>
            Remove the example
          </Button>
        }
      >
        {vaultId === null
          ? "The vault “Example” is made up, to look around in. Nothing of yours goes with it."
          : "This vault is made up, to look around in. Nothing of yours goes with it."}
      </Note>
    </div>
  );
}

function questionAbout(titles: readonly string[]) {
  const names = titles.map((title) => `"${title}"`).join(", ");
  return {
    title: "Remove the example?",
    message: byCount(
      titles.length,
      `You have changed ${names}. It goes with the rest of the example, to the trash.`,
      `You have changed ${names}. They go with the rest of the example, to the trash.`,
    ),
    confirmLabel: "Remove the example",
    danger: true,
  };
}

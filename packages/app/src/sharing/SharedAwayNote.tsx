/** Without a connection after a start: says that what is shared is not here, so that nobody takes it for deleted. */
import { plural } from "@coffer/core/text";
import { IconCloudOff } from "@tabler/icons-react";
import { useConnection } from "../frame/connection.ts";
import { Note } from "../ui/Note.tsx";
import { useSharedAway } from "./queries.ts";
import styles from "./SharedAwayNote.module.css";

export function SharedAwayNote() {
  const count = useSharedAway(useConnection() !== "here");
  if (count === 0) return null;
  return (
    <div className={styles.place}>
      <Note role="status" label="Shared items" icon={<IconCloudOff size={18} aria-hidden />}>
        {`${plural(count, "shared item or vault needs", "shared items and vaults need")} a connection and will be back when there is one.`}
      </Note>
    </div>
  );
}

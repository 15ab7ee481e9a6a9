/** Without a connection after a start: says that what is shared is not here, so that no one takes it for deleted. */
import { plural } from "@coffer/core/text";
import { IconCloudOff } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { useConnection } from "../frame/connection.ts";
import { Note } from "../ui/Note.tsx";
import styles from "./OfflineSharesNote.module.css";
import { useOfflineShareCount } from "./queries.ts";

/** Wraps a page, which begins with the note. A note that comes while the page is open goes below it, so that nothing moves under a finger; the next page begins with it. */
export function WithOfflineSharesNote({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const isAway = useConnection() !== "here";
  const [opened, setOpened] = useState({ pathname, isAway });
  if (opened.pathname !== pathname) setOpened({ pathname, isAway });
  return (
    <>
      {opened.isAway && <OfflineSharesNote isAway={isAway} />}
      {children}
      {!opened.isAway && <OfflineSharesNote isAway={isAway} />}
    </>
  );
}

function OfflineSharesNote({ isAway }: { isAway: boolean }) {
  const count = useOfflineShareCount(isAway);
  if (count === 0) return null;
  return (
    <div className={styles.place}>
      <Note role="status" label="Shared items" icon={<IconCloudOff size={18} aria-hidden />}>
        {`${plural(count, "shared item or vault needs", "shared items and vaults need")} a connection and will be back when there is one.`}
      </Note>
    </div>
  );
}

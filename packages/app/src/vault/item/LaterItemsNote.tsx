/** Says that there are items which only a newer version of the app can show, so that they do not seem lost. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { byCount, plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { Note } from "../../ui/Note.tsx";
import { useContents } from "../queries.ts";
import styles from "./LaterItemsNote.module.css";

export function LaterItemsNote() {
  const count = useContents().data?.later ?? 0;
  if (count === 0) return null;
  return (
    <div className={styles.place}>
      <Note
        role="status"
        label="Items of a newer version"
        icon={<IconSparkles size={18} aria-hidden />}
        actions={
          <Button size="xs" variant="default" onClick={() => window.location.reload()}>
            Load the new version
          </Button>
        }
      >
        {byCount(
          count,
          `${plural(count, "item")} was made by a newer version of ${PRODUCT_NAME}. Nothing is lost; this version cannot show it.`,
          `${plural(count, "item")} were made by a newer version of ${PRODUCT_NAME}. Nothing is lost; this version cannot show them.`,
        )}
      </Note>
    </div>
  );
}

/**
 * In the place of a part that could not be loaded. A newer version of the app that has taken the place of this one is loaded, at once where nothing would be lost; and
 * so is the page where the part does not come though the server can be reached: browsers do not ask twice for a script that did not come (HTML, module map).
 */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { findServed } from "../frame/missing-part.ts";
import { unsaved } from "../frame/unsaved.ts";
import { useTopLayer } from "../frame/use-top-layer.ts";
import { EmptyState } from "./EmptyState.tsx";
import { ErrorNote } from "./ErrorNote.tsx";
import styles from "./PartMissing.module.css";

export type Place = "page" | "dialog" | "inline";

interface Props {
  readonly place: Place;
  readonly onRetry: () => Promise<void>;
  /** Of a dialog that may be closed. */
  readonly onClose?: (() => void) | undefined;
  /** Whether it was asked for again and did not come. */
  readonly isAgain: true | undefined;
}

const TITLE = "This part could not be loaded";
const CAUSE = "There may be no connection to the server. Nothing that is saved or typed is lost.";
const SAVED = "Nothing that is saved is lost.";
const NEWER = `${PRODUCT_NAME} was updated on the server. ${SAVED}`;

export function PartMissing({ place, onRetry, onClose, isAgain }: Props) {
  const served = useServed(place, isAgain);
  const text = served === null ? CAUSE : served ? NEWER : SAVED;
  const action: ReactNode = (
    <Button
      size={place === "page" ? "sm" : "compact-sm"}
      variant="default"
      onClick={() => (served === null ? void onRetry() : window.location.reload())}
    >
      {served === null ? "Try again" : "Reload"}
    </Button>
  );
  if (place === "page") {
    return (
      <div role="alert">
        <EmptyState level={1} icon={<IconCloudOff />} title={TITLE} text={text} action={action} />
      </div>
    );
  }
  const note = <ErrorNote action={action}>{place === "inline" ? `${TITLE}. ${text}` : text}</ErrorNote>;
  if (place === "inline") return note;
  return <MissingDialog onClose={onClose}>{note}</MissingDialog>;
}

/** Without the library's dialog: this comes with the first page. */
function MissingDialog({ onClose, children }: { onClose: (() => void) | undefined; children: ReactNode }) {
  const titleId = useId();
  const dialog = useTopLayer();
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {TITLE}
      </h2>
      {children}
      {onClose && (
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      )}
    </dialog>
  );
}

/** For which version the page was reloaded by itself: a second time it would never end. After a press it ends. */
const SLOT = "loadedFor";

/** @returns as `findServed`, where a reload of the page helps and is not done by itself; null where none does, or it is not known yet */
function useServed(place: Place, isAgain: true | undefined): string | null {
  const [served, setServed] = useState<string | null>(null);
  useEffect(() => {
    const look = async () => {
      const found = await findServed();
      if (found === null || (!found && !isAgain)) return;
      if (place !== "page" || unsaved.isAny() || (found && sessionStorage.getItem(SLOT) === found)) return setServed(found);
      sessionStorage.setItem(SLOT, found);
      window.location.reload();
    };
    void look();
  }, [place, isAgain]);
  return served;
}

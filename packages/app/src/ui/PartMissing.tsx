/** In the place of a part that could not be loaded. A newer version of the app that has taken the place of this one is loaded, at once where nothing would be lost. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { findNewVersion } from "../frame/missing-part.ts";
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
}

const TITLE = "This part could not be loaded";
const CAUSE = "There may be no connection to the server. Nothing that is saved or typed is lost.";
const NEWER = `${PRODUCT_NAME} was updated on the server. Nothing that is saved is lost.`;

export function PartMissing({ place, onRetry, onClose }: Props) {
  const isNewer = useNewVersion(place);
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  const text = isNewer ? NEWER : CAUSE;
  const action: ReactNode = isNewer ? (
    <Button size={place === "page" ? "sm" : "compact-sm"} onClick={() => window.location.reload()}>
      Load the new version
    </Button>
  ) : (
    <Button size={place === "page" ? "sm" : "compact-sm"} variant="default" loading={busy} onClick={() => void retry()}>
      Try again
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

/** For which version the page was reloaded by itself: a second time it would never end. */
const SLOT = "loadedFor";

function useNewVersion(place: Place): boolean {
  const [isNewer, setNewer] = useState(false);
  useEffect(() => {
    const look = async () => {
      const program = await findNewVersion();
      if (program === null) return;
      const mayLoad = place === "page" && !unsaved.isAny() && sessionStorage.getItem(SLOT) !== program;
      if (!mayLoad) return setNewer(true);
      sessionStorage.setItem(SLOT, program);
      window.location.reload();
    };
    void look();
  }, [place]);
  return isNewer;
}

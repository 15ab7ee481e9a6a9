/** Takes one file: dropped, or chosen after a click or a key. Built on the browser's own events. */
import { checkDrop, checkImportFile, IMPORT_ACCEPT, INVALID_FILE } from "@coffer/core/transfer/import-file";
import { IconFileUpload } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import styles from "./DropZone.module.css";

interface Props {
  readonly busy: boolean;
  readonly maxBytes: number;
  /** In one line, where other things are on the page. */
  readonly compact?: boolean;
  /** What it says while nothing is dragged. */
  readonly prompt?: string;
  readonly onFile: (file: File) => void;
  readonly onRefused: (error: string) => void;
}

type Hover = "none" | "welcome" | "refused";

const PROMPTS: Record<Hover, string> = {
  none: "Drag and drop your file here, or click to select",
  welcome: "Drop the file here",
  refused: INVALID_FILE,
};

export function DropZone({ busy, maxBytes, compact = false, prompt = PROMPTS.none, onFile, onRefused }: Props) {
  const [hover, setHover] = useState<Hover>("none");
  const input = useRef<HTMLInputElement>(null);
  // Entering a child leaves the parent: only when as many were left as entered is the pointer outside.
  const depth = useRef(0);

  const take = (files: readonly File[]) => {
    const [file] = files;
    const error = file ? (checkDrop(files, { maxFiles: 1 }) ?? checkImportFile(file, maxBytes)) : INVALID_FILE;
    setHover(error ? "refused" : "none"); // stays said in the zone itself until the next file comes
    if (error || !file) onRefused(error ?? INVALID_FILE);
    else onFile(file);
  };
  const stop = (event: DragEvent, entered: number) => {
    event.preventDefault();
    depth.current = Math.max(0, depth.current + entered);
    if (busy || depth.current === 0) setHover("none");
    else setHover(mayDrop(event.dataTransfer.items) ? "welcome" : "refused");
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setHover("none");
    if (!busy) take([...event.dataTransfer.files]);
  };
  return (
    <>
      <button
        type="button"
        className={styles.zone}
        data-hover={hover}
        data-compact={compact || undefined}
        disabled={busy}
        aria-busy={busy}
        onClick={() => input.current?.click()}
        onDragEnter={(event) => stop(event, 1)}
        onDragOver={(event) => stop(event, 0)}
        onDragLeave={(event) => stop(event, -1)}
        onDrop={drop}
      >
        <IconFileUpload size={compact ? 24 : 36} stroke={1.5} aria-hidden />
        <span className={styles.prompt}>{busy ? "Reading the file..." : { ...PROMPTS, none: prompt }[hover]}</span>
      </button>
      <input
        ref={input}
        type="file"
        accept={IMPORT_ACCEPT.join(",")}
        aria-label="Import file"
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file may be chosen again after it was corrected.
          event.currentTarget.value = "";
          if (files.length > 0) take(files);
        }}
      />
    </>
  );
}

/** Media types that systems report for files which are fine; an empty one is judged by the name once it is dropped. */
const PLAUSIBLE_TYPES = new Set<string>(["", "text/plain", "application/vnd.ms-excel", ...IMPORT_ACCEPT]);

/** Whether what is dragged could be taken; its name and size are not known before it is dropped. */
const mayDrop = (items: DataTransferItemList): boolean =>
  items.length === 1 && [...items].every(({ kind, type }) => kind === "file" && PLAUSIBLE_TYPES.has(type));

/** After an import, above the current page: what it did, what it could not take, and the way back. Stays until it is closed. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { plural } from "@coffer/core/text";
import { Button, CloseButton } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck, IconDownload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useClient } from "../frame/client-context.tsx";
import { alert, confirm } from "../ui/confirm.ts";
import { Note } from "../ui/Note.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.ts";
import { showContents } from "../vault/queries.ts";
import styles from "./ImportReceipt.module.css";
import {
  keepReceipt,
  REPLACED,
  type Receipt,
  receiptCsv,
  receiptFileName,
  refusedCsv,
  refusedFileName,
  useReceipt,
} from "./import-receipt.ts";
import { putPasswordsBack } from "./replaced-passwords.ts";

export function ImportReceipt() {
  const receipt = useReceipt();
  return receipt && receipt.state !== "running" ? <Shown receipt={receipt} /> : null;
}

function Shown({ receipt }: { receipt: Receipt }) {
  const { source, written, updated, errors, state } = receipt;
  const isWhole = state === "done";
  const [client, cache] = [useClient(), useQueryClient()];
  const undoing = useUndo(receipt);
  return (
    <div className={styles.receipt}>
      <Note
        tone={isWhole ? "success" : "warning"}
        icon={isWhole ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
        label="Receipt of the import"
        actions={<Actions receipt={receipt} {...undoing} />}
        close={<CloseButton aria-label="Close the receipt" disabled={undoing.busy} onClick={() => void keepReceipt(client, cache, null)} />}
      >
        <p>
          {updated > 0
            ? `${plural(written, "item")} imported from ${source}, ${plural(updated, "password")} updated.`
            : `${plural(written, "item")} imported from ${source}.`}
        </p>
        {!isWhole && <p>The import ended before its last row. Choose the same file again to continue. Nothing is written twice.</p>}
        {updated > 0 && !mayUndo(receipt) && <p>{whatStays(updated)}</p>}
        {errors.length > 0 && <p>{`${plural(errors.length, "line")} of the file could not be read completely.`}</p>}
      </Note>
    </div>
  );
}

function Actions({ receipt, busy, undo }: { receipt: Receipt } & ReturnType<typeof useUndo>) {
  return (
    <>
      {receipt.rows.length > 0 && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveFile(receiptFileName(Date.now()), receiptCsv(receipt), "text/csv")}
        >
          Download receipt
        </Button>
      )}
      {receipt.errors.length > 0 && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveFile(refusedFileName(Date.now()), refusedCsv(receipt), "text/csv")}
        >
          Download refused lines
        </Button>
      )}
      {mayUndo(receipt) && (
        <Button
          variant="default"
          size="xs"
          loading={busy}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={() => void undo()}
        >
          Undo import
        </Button>
      )}
    </>
  );
}

const NAMED_AT_MOST = 10;

/** Names what an undo left where it is. */
function keptMessage(kept: readonly Item[]): string {
  const names = kept.slice(0, NAMED_AT_MOST).map(titleOf).join(", ");
  const stayed = `${plural(kept.length, "item was", "items were")} changed since the import and stayed`;
  return kept.length > NAMED_AT_MOST ? `${stayed}: ${names}, and ${kept.length - NAMED_AT_MOST} more.` : `${stayed}: ${names}.`;
}

/** Whether there is anything to take back. */
const mayUndo = (receipt: Receipt): boolean =>
  receipt.written > 0 || receipt.restorable > 0 || receipt.vaultIds.length > 0 || mayHaveReplaced(receipt);

/** An attempt that was cut off may have replaced one more than it counted: the answer was lost. */
const mayHaveReplaced = ({ state, rows }: Receipt): boolean => state === "open" && rows.some(([, , outcome]) => outcome === REPLACED);

function whatIsUndone(receipt: Receipt): string {
  const { written, updated, restorable, vaultIds } = receipt;
  const items = written > 0 ? `${plural(written, "item")} will be removed from your vault.` : "";
  const vaults = written === 0 && vaultIds.length > 0 ? "The vaults that it made will be removed, unless something is in them." : "";
  const perhaps = restorable === 0 && mayHaveReplaced(receipt) ? "A password that it may have replaced will be put back." : "";
  return [
    items,
    vaults,
    perhaps,
    restorable > 0 ? whatIsPutBack(restorable) : "",
    updated > restorable ? whatStays(updated - restorable) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

const whatIsPutBack = (count: number): string =>
  `${plural(count, "password of a login that was", "passwords of logins that were")} there before will be put back.`;

const whatStays = (count: number): string =>
  count === 1
    ? "The updated password stays: this device had no room for the earlier one, which is in the item's earlier versions."
    : `${plural(count, "updated password")} stay: this device had no room for the earlier ones, which are in the items' earlier versions.`;

function useUndo(receipt: Receipt) {
  const client = useClient();
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    const message = `${whatIsUndone(receipt)} What was changed since the import stays, and nothing else is touched.`;
    if (!(await confirm({ title: "Undo import", message, confirmLabel: "Undo import", danger: true }))) return;
    setBusy(true);
    try {
      const staying = await putPasswordsBack(client, receipt.fileKey);
      const { kept: changed } = await client.transfer.undo(receipt);
      const kept = [...changed, ...staying];
      toast.done("Import undone");
      await keepReceipt(client, cache, null);
      if (kept.length > 0) void alert(keptMessage(kept));
    } catch (error) {
      toast.failed(error, "Failed to undo the import");
    } finally {
      setBusy(false);
      showContents(client, cache);
    }
  };
  return { busy, undo };
}

/** Exports: verifies the master password, opens everything, hands the file to the downloads. Only then is the dialog done. */
import type { Client, Contents } from "@coffer/client";
import { plural } from "@coffer/core/text";
import { exportFileName } from "@coffer/core/transfer/export";
import { useReducer } from "react";
import { useClient } from "../frame/client-context.tsx";
import { alert } from "../ui/ask.ts";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.ts";
import { type ExportCounts, formatOf } from "./export-formats.ts";
import { EXPORT_START, type ExportForm, exportReducer, filePasswordProblem, INVALID_MASTER_PASSWORD } from "./export-state.ts";

export function useExport(onDone: () => void) {
  const client = useClient();
  const [state, dispatch] = useReducer(exportReducer, EXPORT_START);
  const { form } = state;

  const submit = async () => {
    dispatch({ type: "submitted" });
    if (form.masterPassword === "" || filePasswordProblem(form) !== null) return;
    try {
      if (!(await client.account.verifyMasterPassword({ password: form.masterPassword }))) {
        dispatch({ type: "refused", problem: INVALID_MASTER_PASSWORD });
        return;
      }
      const { unreadable } = await download(client, form);
      toast.done("Data exported successfully");
      onDone();
      if (unreadable > 0) await alert(unreadableSentence(unreadable), "Not everything was exported");
    } catch (error) {
      dispatch({ type: "refused", problem: null });
      toast.failed(error, "Failed to export data");
    }
  };
  return { state, submit, change: (part: Partial<ExportForm>) => dispatch({ type: "changed", part }) };
}

async function download(client: Client, form: ExportForm): Promise<ExportCounts> {
  const format = formatOf(form.format);
  const { vaults } = await client.vault.pull();
  const contents: Contents = { items: await client.vault.openMany(), vaults };
  const now = Date.now();
  const text = await format.write(contents, form, { now, random: client.random });
  saveFile(exportFileName(now, format.extension), text, format.mediaType);
  return format.count(contents, form);
}

const unreadableSentence = (count: number): string =>
  `${plural(count, "item")} could not be read and ${count === 1 ? "is" : "are"} not in the file. What else you have is there.`;

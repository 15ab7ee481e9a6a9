/** Exports: verifies the master password, opens everything, hands the file to the downloads. Only then is the dialog done. */
import type { Client, Contents } from "@coffer/client";
import { AppError, isRefusal } from "@coffer/contract/errors";
import { PRODUCT_NAME } from "@coffer/core/constants";
import { byCount, plural } from "@coffer/core/text";
import { exportFileName } from "@coffer/core/transfer/export";
import { useClient } from "../frame/client-context.tsx";
import { alert } from "../ui/confirm.ts";
import { messageOf } from "../ui/error-message.ts";
import type { Refusal } from "../ui/form/form-state.ts";
import { type FormApi, useForm } from "../ui/form/use-form.ts";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.ts";
import { EXPORT_START, type ExportForm, filePasswordError } from "./export-form.ts";
import { formatOf } from "./export-formats.ts";

export function useExportForm(onClose: () => void): FormApi<ExportForm> {
  const client = useClient();
  return useForm<ExportForm>({
    start: EXPORT_START,
    check,
    async send(values) {
      const { masterPassword: password } = values;
      if (password === "" || !(await client.account.verifyMasterPassword({ password }))) throw new AppError("wrong_master_password");
      const missing = await download(client, values);
      toast.done("Data exported successfully");
      if (missing.length > 0) void alert(missing.join(" "), "Not everything was exported");
    },
    forgets: { masterPassword: "" }, // specification 2 §4
    failed: refusalOf,
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
}

function check(values: ExportForm): Refusal {
  const error = filePasswordError(values);
  return error === null ? {} : { fields: { filePassword: error } };
}

const refusalOf = (error: unknown): Refusal =>
  isRefusal(error, "wrong_master_password")
    ? { fields: { masterPassword: messageOf(error) } }
    : { whole: messageOf(error, "Failed to export data") };

/** @returns what is not in the file, a sentence each */
async function download(client: Client, form: ExportForm): Promise<string[]> {
  const format = formatOf(form.format);
  const { vaults, later = 0 } = await client.vault.pull();
  const contents: Contents = { items: await client.vault.openMany({ withKeys: true }), vaults };
  const now = Date.now();
  const text = await format.write(contents, form, { now, random: client.random, host: location.hostname });
  saveFile(exportFileName(now, format.extension), text, format.mediaType);
  const { unreadable } = format.count(contents, form);
  return [...(unreadable > 0 ? [unreadableMessage(unreadable)] : []), ...(later > 0 ? [laterMessage(later)] : [])];
}

const unreadableMessage = (count: number): string =>
  `${plural(count, "item could not be read and is", "items could not be read and are")} not in the file. What else you have is there.`;

const laterMessage = (count: number): string =>
  byCount(
    count,
    `${plural(count, "item")} was made by a newer version of ${PRODUCT_NAME} and is not in the file. Reload this page and export again.`,
    `${plural(count, "item")} were made by a newer version of ${PRODUCT_NAME} and are not in the file. Reload this page and export again.`,
  );

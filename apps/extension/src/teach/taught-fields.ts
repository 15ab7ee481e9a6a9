/** What the user has said about the fields of a page, for code that reads the page: from the vault that is open in this page, or in the worker. */
import type { TaughtField } from "@coffer/client";
import type { TaughtRole } from "@coffer/fill/page/taught-fields";
import { parseTaught } from "./messages.ts";

type Read = () => Promise<readonly TaughtField[]>;

let read: Read = async () => [];

/** Call once as one of our pages, or the worker, starts. @param from - gives nothing while the vault is closed. */
export function setTaughtSource(from: Read): void {
  read = from;
}

/** @returns what was taught on exactly this page: no page learns of another. */
export async function taughtFieldsAt(address: string): Promise<TaughtRole[]> {
  const url = URL.parse(address);
  if (url === null) return [];
  const all = await read().catch(() => []); // without it a page is seen as it is read
  return all.flatMap(({ host, path, mark, role }) => {
    const taught = host === url.host && path === url.pathname ? parseTaught({ mark, role }) : null;
    return taught === null ? [] : [taught];
  });
}

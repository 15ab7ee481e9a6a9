/** The receipt of the last import: what it made, so that it can be undone, and what it could not take. Forgotten with the session. */
import type { Client } from "@coffer/client";
import { PRODUCT_NAME } from "@coffer/core/product";
import { writeCsv } from "@coffer/core/transfer/csv";
import type { ImportError } from "@coffer/core/transfer/import";
import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";

export interface Receipt {
  readonly source: string;
  readonly itemIds: readonly string[];
  readonly vaultIds: readonly string[];
  readonly errors: readonly ImportError[];
}

/** In the cache, because that is emptied when the session ends. */
const RECEIPT_KEY = ["transfer", "receipt"] as const;

export const keepReceipt = (cache: QueryClient, receipt: Receipt | null): void => {
  cache.setQueryData<Receipt | null>(RECEIPT_KEY, receipt);
};

export const useReceipt = (): Receipt | null =>
  useQuery<Receipt | null>({ queryKey: RECEIPT_KEY, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY }).data ?? null;

/** Removes what the import made, and nothing else: a vault it made stays when something was put into it since. */
export async function undoImport(client: Client, { itemIds, vaultIds }: Receipt): Promise<void> {
  const { items, vaults } = await client.vault.pull();
  const made = new Set([...itemIds, ...vaultIds]);
  const inUse = new Set(items.filter(({ id }) => !made.has(id)).map(({ categoryId }) => categoryId));
  const ids = [...items, ...vaults].map(({ id }) => id).filter((id) => made.has(id) && !inUse.has(id));
  if (ids.length > 0) await client.vault.remove({ ids });
}

/** The lines that were not or not wholly taken. Holds no value of them. */
export const refusedCsv = ({ errors }: Receipt): string =>
  writeCsv(
    ["line", "reason"],
    errors.map(({ line, message }) => [String(line), message]),
  );

/** @param now - milliseconds since 1970. */
export const refusedFileName = (now: number): string =>
  `${PRODUCT_NAME.toLowerCase()}-import-refused-${new Date(now).toISOString().slice(0, 10)}.csv`;

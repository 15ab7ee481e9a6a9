/** Whether what is shared is among the contents, as far as this device has it: opened after the rest, it would come among the own vaults and move them. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient } from "../../frame/client-context.tsx";
import { CONTENTS_KEY } from "../queries.ts";

/** Asks no server. Without shares it is so at once. */
export function useSharesOpened(): boolean {
  const { sharing, vault } = useClient();
  const cache = useQueryClient();
  const open = async (): Promise<boolean> => {
    if ((await sharing.missingShares()) === 0) return true;
    await vault.local();
    const contents = vault.contents();
    if (contents) cache.setQueryData(CONTENTS_KEY, contents);
    return true;
  };
  return !useQuery({ queryKey: ["vault", "shares-opened"], queryFn: open, staleTime: Number.POSITIVE_INFINITY, retry: false }).isPending;
}

/** Has a finding of Health not be mentioned any more, or again. */
import type { FindingName } from "@coffer/core/health/findings";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useClient } from "../../frame/client-context.tsx";
import { showContents } from "../queries.ts";

interface Ignoring {
  readonly id: string;
  readonly finding: FindingName;
  /** Null to have it mentioned again. */
  readonly reason: string | null;
}

export function useIgnore() {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Ignoring) => client.vault.ignore(input),
    onSettled: () => showContents(client, cache),
  });
}

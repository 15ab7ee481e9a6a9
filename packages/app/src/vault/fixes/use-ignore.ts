/** Has a finding of Health not be mentioned any more, or again. */
import type { FindingName } from "@coffer/core/health/finding-names";
import { useVaultMutation } from "../queries.ts";

interface Ignoring {
  readonly id: string;
  readonly finding: FindingName;
  /** Null to have it mentioned again. */
  readonly reason: string | null;
}

export const useIgnore = () => useVaultMutation((client, input: Ignoring) => client.vault.ignore(input));

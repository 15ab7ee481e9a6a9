/** What is wrong between this device and the server, and the way out: the history begun anew by the owner (security design §4, "Repair"). */
import { INTEGRITY, type IntegrityError } from "../errors.ts";
import type { Renewal } from "../sync/renewed-history.ts";
import type { RepairPlan } from "../sync/repair.ts";
import type { VaultContext } from "./context.ts";

export type { Renewal, RepairPlan };

/** Why the server's last answer was refused. Until one is believed again nothing is saved. */
export interface Trouble {
  readonly code: keyof typeof INTEGRITY;
  /** For people. */
  readonly message: string;
  /** Whether beginning anew leads on; a wrong clock is set right otherwise. */
  readonly isRepairable: boolean;
}

const REPAIRABLE: readonly IntegrityError["code"][] = ["rollback", "fork", "omitted", "unlisted", "stale"];

/** @returns null while the server is believed. Asks nobody. */
export async function trouble({ scope }: VaultContext): Promise<Trouble | null> {
  const error = (await scope()).trouble;
  return error && { code: error.code, message: INTEGRITY[error.code], isRepairable: REPAIRABLE.includes(error.code) };
}

/** What `repair` would do. */
export const planRepair = async ({ scope }: VaultContext): Promise<RepairPlan> => (await scope()).planRepair();

/** Makes what this device has the vault again, together with what the server proves. Only after the person has said so. @throws ClientError when nothing is proved. */
export async function repair({ scope, shown }: VaultContext): Promise<void> {
  await (await scope()).repair();
  await shown.refresh();
}

/** That another device has begun the history anew since this was last asked; null when none has. */
export const takeRenewal = async ({ scope }: VaultContext): Promise<Renewal | null> => (await scope()).takeRenewal();

/** What is wrong between this device and the server, and the way out: the owner restarts the history (security design §4, "Repair"). */
import { INTEGRITY, type IntegrityError } from "../errors.ts";
import { dropRenewal, type Renewal, readRenewal } from "../sync/pins.ts";
import type { RepairPlan } from "../sync/repair.ts";
import type { VaultContext } from "./context.ts";

export type { Renewal, RepairPlan };

/** Why the server's last answer was refused. Nothing is saved until an answer is trusted again. */
export interface Trouble {
  readonly code: keyof typeof INTEGRITY;
  /** For the user. */
  readonly message: string;
  /** Whether a repair helps; a wrong clock has to be corrected instead. */
  readonly isRepairable: boolean;
}

const REPAIRABLE: readonly IntegrityError["code"][] = ["rollback", "fork", "omitted", "unlisted", "stale", "overstepped"];

/** A wrong clock has to be corrected instead, and a newer version brings its own. */
export const isRepairable = ({ code }: IntegrityError): boolean => REPAIRABLE.includes(code);

/** @returns null while the server's answers are trusted. Makes no call. */
export async function trouble({ scope }: VaultContext): Promise<Trouble | null> {
  const error = (await scope()).trouble;
  return error && { code: error.code, message: INTEGRITY[error.code], isRepairable: isRepairable(error) };
}

/** What `repair` would do. */
export const planRepair = async ({ scope }: VaultContext): Promise<RepairPlan> => (await scope()).planRepair();

/**
 * Restores the vault from what this device has and what the server can prove. Only on the user's request. @throws ClientError when
 * nothing can be verified.
 */
export async function repair({ scope, shown }: VaultContext): Promise<void> {
  await (await scope()).repair();
  await shown.refresh();
}

/** Whether another device has restarted the history, until `dismissRenewal`; null when none has. Makes no call. */
export const renewal = async ({ scope, keys }: VaultContext): Promise<Renewal | null> => readRenewal(keys, (await scope()).keys.scopeId);

export const dismissRenewal = async ({ scope, keys }: VaultContext): Promise<void> => dropRenewal(keys, (await scope()).keys.scopeId);

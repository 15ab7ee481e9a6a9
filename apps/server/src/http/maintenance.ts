/**
 * Maintenance (decision N-07): while the operator has set MAINTENANCE, or put a file of that name into DATA_DIR, every call but the state is refused.
 * The pages are served as always: the app itself says what the refusals say.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ERRORS } from "@coffer/contract/errors";
import type { Config } from "../config.ts";
import { LaterError } from "./refusals.ts";
import type { Admit } from "./serve.ts";

const FILE = "maintenance";
const STATUS = "/api/status";
const MAX_CHARS = 500;
/** No one knows how long it takes; a program that asks each minute is no burden. */
const RETRY_AFTER_SECONDS = 60;

type Where = Pick<Config, "dataDir" | "maintenance">;

/** @returns what people are told, or null when there is no maintenance */
export function maintenanceMessage({ dataDir, maintenance }: Where): string | null {
  return maintenance ?? readFlag(dataDir);
}

function readFlag(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, FILE), "utf8").trim().slice(0, MAX_CHARS) || ERRORS.maintenance[1];
  } catch {
    return null; // There is no such file: the usual case.
  }
}

/** Admits no call during maintenance, but tells everyone the state. */
export const refuseInMaintenance =
  (config: Where, admit: Admit): Admit =>
  (access, request) => {
    const message = request.routeOptions.url === STATUS ? null : maintenanceMessage(config);
    if (message !== null) throw new LaterError("maintenance", RETRY_AFTER_SECONDS, message);
    return admit(access, request);
  };

/** The vault feature: every function on items and vaults. Each is in one of these files. */
import type { Vault } from "@coffer/core/items/item";
import { type Bound, bindVerbs } from "../bind-verbs.ts";
import { loadPart } from "../lazy-load.ts";
import type { BreachOutcome, BreachSource, Checking } from "./breach.ts";
import type { VaultContext } from "./context.ts";
import type { Examining, Ignoring } from "./health.ts";
import { markUsed, place, setFavourite, setFavourites } from "./item-metadata.ts";
import { atOnce, beginning, contents, local, open, openMany, pull, sealedRecords } from "./read.ts";
import type { NewVault } from "./record-writes.ts";
import { dismissRenewal, planRepair, renewal, repair, trouble } from "./repair.ts";
import { create, remove, update } from "./save.ts";
import { tag } from "./tag.ts";
import type { Difference, VaultAsOf } from "./time/as-of.ts";
import type { Outcome, RestoreUndo } from "./time/restore-as-of.ts";
import { purge, restore, trash } from "./trash.ts";
import type { ChangedVault, Removal } from "./vaults.ts";
import type { ItemVersions, VersionsRequest } from "./versions.ts";
import type { WaitingEditsApi } from "./waiting/waiting-api.ts";
import type { Keeping } from "./waiting/waiting-edits.ts";
import { watch } from "./watch.ts";

/** The full address of a page. */
interface Page {
  readonly page: string;
}

const loadForPage = () => loadPart(() => import("./logins-for-page.ts"));
const findForPage = async (context: VaultContext, input: Page): Promise<string[]> => (await loadForPage()).findForPage(context, input);
const findLookAlike = async (context: VaultContext, input: Page): Promise<string | null> =>
  (await loadForPage()).findLookAlike(context, input);

const versions = async (context: VaultContext, input: VersionsRequest): Promise<ItemVersions> =>
  (await loadPart(() => import("./versions.ts"))).versions(context, input);

/** The vault as it was. */
const loadTime = () => loadPart(() => import("./time/travel.ts"));
const asOf = async (context: VaultContext, input: { readonly at: number }): Promise<VaultAsOf> => (await loadTime()).asOf(context, input);
const takeBack = async (context: VaultContext, input: { readonly chosen: readonly Difference[] }): Promise<Outcome> =>
  (await loadTime()).takeBack(context, input);
const takeBackAgain = async (context: VaultContext, input: { readonly undo: RestoreUndo }): Promise<readonly string[]> =>
  (await loadTime()).takeBackAgain(context, input);

/** A person's, in a page, and seldom. */
const loadVaults = () => loadPart(() => import("./vaults.ts"));
const createVault = async (context: VaultContext, input: NewVault): Promise<Vault> => (await loadVaults()).createVault(context, input);
const updateVault = async (context: VaultContext, input: ChangedVault): Promise<Vault> => (await loadVaults()).updateVault(context, input);
const removeVault = async (context: VaultContext, input: Removal): Promise<void> => (await loadVaults()).removeVault(context, input);

const READING = { beginning, atOnce, local, pull, contents, open, openMany, findForPage, findLookAlike, watch, sealedRecords, versions };
const WRITING = { create, update, remove, tag, setFavourite, setFavourites, markUsed, place };
const VAULTS = { createVault, updateVault, removeVault };
const TRASH = { trash, restore, purge };
/** Loaded together with the code of Health. */
const loadHealth = () => loadPart(() => import("./health.ts"));
const examine = async (context: VaultContext, input: Examining): Promise<void> => (await loadHealth()).examine(context, input);
const ignore = async (context: VaultContext, input: Ignoring): Promise<void> => (await loadHealth()).ignore(context, input);
/** Rarely used. */
const loadBreach = () => loadPart(() => import("./breach.ts"));
const breachSource = async (context: VaultContext): Promise<BreachSource | null> => (await loadBreach()).breachSource(context);
const checkBreaches = async (context: VaultContext, input: Checking): Promise<BreachOutcome> =>
  (await loadBreach()).checkBreaches(context, input);

const HEALTH = { examine, ignore, breachSource, checkBreaches };
const REPAIR = { trouble, planRepair, repair, renewal, dismissRenewal };
const TIME = { asOf, takeBack, takeBackAgain };
const VERBS = { ...TIME, ...READING, ...WRITING, ...VAULTS, ...TRASH, ...HEALTH, ...REPAIR };

export interface VaultApi extends Bound<typeof VERBS> {
  /** From now on, what the server does not answer is kept here and sent later (waiting/), as long as the vault is open. @throws ClientError where what waits cannot be opened */
  readonly keepEdits: (keeping: Keeping) => Promise<WaitingEditsApi>;
}

export function vaultApi(context: VaultContext): VaultApi {
  const verbs = bindVerbs(context, VERBS);
  const load = () => loadPart(() => import("./waiting/waiting-verbs.ts"));
  return Object.assign(verbs, { keepEdits: async (keeping: Keeping) => (await load()).keepEdits(context, verbs, keeping) });
}

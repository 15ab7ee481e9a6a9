/** The vault room: items and vaults, opened for reading and sealed for writing. Every write is a plan handed to `Scope.commit`. */
import { api, items as itemApi } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import type { SealedRecord } from "@coffer/contract/record";
import { type Draft, type Item, isComplete, type Vault } from "@coffer/core/items/item";
import { generateId } from "@coffer/crypto";
import type { Call } from "../call.ts";
import { ClientError } from "../errors.ts";
import type { Keyring } from "../keyring.ts";
import type { Plan, Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import type { Contents, RecordStore, SaveOutcome } from "../types.ts";
import { ContentsCache, itemOf, vaultOf } from "./contents.ts";
import { conflictCopy, mergeEdit } from "./edit.ts";
import { overviewKeeper } from "./overview-keeper.ts";
import { contentOf, type NewVault, type Sealing, sealPut, sendItem, vaultContent, writeBody } from "./put.ts";
import { trashRoom } from "./trash.ts";
import { bulkRoom } from "./vault-bulk.ts";

export interface VaultDeps extends Sealing {
  readonly call: Call;
  /** The personal scope of whoever is signed in. */
  readonly scope: () => Promise<Scope>;
  readonly keyring: () => Keyring;
  readonly records: RecordStore;
}

/** What the parts of this room change and show through. */
export interface VaultAccess {
  readonly commit: (plan: (scope: Scope) => Promise<Plan>) => Promise<Contents>;
  readonly refresh: () => Promise<Contents>;
  /** The scope with its records, pulled if they never were: an empty answer then means an empty vault. */
  readonly loaded: () => Promise<Scope>;
}

export type VaultRoom = ReturnType<typeof vaultRoom>;

export function vaultRoom(deps: VaultDeps) {
  const { call, now } = deps;
  let cache = new ContentsCache();
  let shown: Contents | null = null;

  const keeper = overviewKeeper(deps);

  async function refresh(): Promise<Contents> {
    const scope = await deps.scope();
    const into = cache;
    const kept = into.isEmpty ? await keeper.find(scope.keys.scopeId) : undefined;
    const { contents, openedCount } = await into.refresh(scope.keys, scope.records, kept);
    if (into !== cache) return contents; // forgotten meanwhile: what was opened goes to whoever asked and is not kept
    shown = contents;
    if (openedCount > 0) keeper.keepSoon(scope.keys.scopeId, into);
    return contents;
  }

  async function loaded(): Promise<Scope> {
    const scope = await deps.scope();
    if (!shown) {
      await scope.pull();
      await refresh();
    }
    return scope;
  }

  async function commit(plan: (scope: Scope) => Promise<Plan>): Promise<Contents> {
    const scope = await deps.scope();
    await scope.commit(() => plan(scope));
    return refresh();
  }

  async function openItem(id: string): Promise<Item> {
    const scope = await deps.scope();
    const record = scope.records.get(id);
    if (!record || record.kind === "category") throw new AppError("not_found");
    const opened = await openRecord(scope.keys, record);
    return itemOf(record.kind, record, opened);
  }

  async function openVault(id: string): Promise<Vault> {
    const scope = await deps.scope();
    const record = scope.records.get(id);
    if (record?.kind !== "category") throw new AppError("not_found");
    return vaultOf(record, await openRecord(scope.keys, record));
  }

  async function create({ draft }: { readonly draft: Draft }): Promise<Item> {
    refuseIncomplete(draft);
    const id = generateId(deps.random);
    await commit(async (scope) => {
      const change = await sealPut(deps, scope, id, contentOf(draft, now()));
      return { changes: [change], send: sendItem(call, draft.kind, change) };
    });
    return openItem(id);
  }

  /** Saves an edit of `base`. Edits of others to other fields are kept; an edit of the same field leaves a conflict copy. */
  async function update({ base, draft }: { readonly base: Item; readonly draft: Draft }): Promise<SaveOutcome> {
    if (base.state === "tampered") throw new ClientError("Failed to prepare entry for editing");
    refuseIncomplete(draft);
    const copyId = generateId(deps.random);
    let conflicted = false;
    await commit(async (scope) => {
      const current = scope.records.get(base.id);
      const merged = await mergeEdit(scope, current, base, draft);
      conflicted = merged === null;
      const change = merged
        ? await sealPut(deps, scope, base.id, contentOf(merged.draft, now(), merged.before), current)
        : await sealPut(deps, scope, copyId, contentOf(conflictCopy(draft, now()), now(), base.fields));
      return { changes: [change], send: sendItem(call, draft.kind, change) };
    });
    const conflict = conflicted ? await openItem(copyId) : null;
    return { item: await openItem(base.id).catch(() => conflict ?? base), conflict };
  }

  async function remove({ ids }: { readonly ids: readonly string[] }): Promise<void> {
    await commit(async ({ records }) => {
      const present = ids.flatMap((id) => records.get(id) ?? []);
      const changes = present.map(({ id }) => ({ op: "remove", id }) as const);
      const [only, ...rest] = present;
      if (!only || only.kind === "category" || rest.length > 0)
        return { changes, send: (write) => call(api.vault.commit, { ...write, changes }) };
      const { remove: endpoint } = itemApi[only.kind];
      return { changes, send: ({ baseSeq, head }) => call(endpoint, { id: only.id, baseSeq, head }) };
    });
  }

  async function setFavourite({ id, favourite }: { readonly id: string; readonly favourite: boolean }): Promise<Item> {
    const scope = await deps.scope();
    if (scope.records.get(id)?.favourite !== favourite) {
      const reply = await call(api.vault.toggleFavourite, { id });
      await scope.patch(id, { favourite: reply.favourite }, reply.meta);
    }
    await refresh();
    return openItem(id);
  }

  async function saveVault(id: string, content: NewVault, isNew: boolean): Promise<Vault> {
    await commit(async (scope) => {
      const before = scope.records.get(id);
      if (!isNew && !before) throw new AppError("not_found");
      const change = await sealPut(deps, scope, id, vaultContent(content, before), before);
      const endpoint = isNew ? api.vault.createVault : api.vault.updateVault;
      return { changes: [change], send: ({ baseSeq, head }) => call(endpoint, writeBody(change, baseSeq, head)) };
    });
    return openVault(id);
  }

  /** `deleteItems` false leaves what it holds unassigned. */
  async function removeVault({ id, deleteItems }: { readonly id: string; readonly deleteItems: boolean }): Promise<void> {
    const inside = (scope: Scope): SealedRecord[] => [...scope.records.values()].filter(({ categoryId }) => categoryId === id);
    await commit(async (scope) => {
      const gone = deleteItems ? inside(scope).map((record) => record.id) : [];
      const changes = [id, ...gone].map((removed) => ({ op: "remove", id: removed }) as const);
      return { changes, send: ({ baseSeq, head }) => call(api.vault.removeVault, { id, deleteItems, baseSeq, head }) };
    });
    await (await deps.scope()).pull(); // items it held are unassigned now, which the server did
    await refresh();
  }

  const access = { commit, refresh, loaded };
  return {
    /** What this device holds, without asking the server; the first time on a device it asks. */
    local: async (): Promise<Contents> => {
      await (await deps.scope()).load();
      return refresh();
    },
    pull: async (): Promise<Contents> => {
      await (await deps.scope()).pull();
      return refresh();
    },
    contents: (): Contents | null => shown,
    /** Takes over what another room wrote. */
    refresh,
    open: ({ id }: { readonly id: string }): Promise<Item> => openItem(id),
    create,
    update,
    remove,
    setFavourite,
    markUsed: async ({ id }: { readonly id: string }): Promise<void> => {
      const reply = await call(api.vault.used, { id });
      await (await deps.scope()).patch(id, { lastUsedAt: reply.last_used }, reply.meta);
      await refresh();
    },
    createVault: (content: NewVault): Promise<Vault> => saveVault(generateId(deps.random), content, true),
    updateVault: ({ base, ...content }: NewVault & { readonly base: Vault }): Promise<Vault> => saveVault(base.id, content, false),
    removeVault,
    ...bulkRoom(deps, access),
    ...trashRoom(deps, access),
    /** Forgets everything opened. */
    forget: (): void => {
      keeper.stop();
      cache = new ContentsCache();
      shown = null;
    },
  };
}

/** The form says which field it is; this is the last gate before sealing (specification 2 §5). */
function refuseIncomplete({ kind, fields }: Draft): void {
  if (!isComplete(kind, fields)) throw new ClientError("Missing required fields");
}

/** Sends changes of a share that its owner has decided, each with the owner's signature. */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import type { LinkedGrants, Move, SharedItem } from "@coffer/contract/sharing";
import type { SecretKey } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import type { KnownRecord } from "../types.ts";
import { scopeOf } from "../vault/context.ts";
import type { SharingContext } from "./context.ts";
import { findRecipient, ownTeamKey, type Recipient, untrue } from "./recipients.ts";
import { type ShareTerms, sealShareGrant } from "./seal-grants.ts";
import { endToKeep } from "./share-end.ts";
import { noteUnanswered, retriedWhenStale, signChange } from "./sign-changes.ts";
import { keyIn, readTrust } from "./trust-store.ts";

export const endShare = async (context: SharingContext, row: Pick<SharedItem, "id" | "scope_id">): Promise<void> => {
  const statement = await signChange(context, row, { what: "end" });
  await noteUnanswered(context, row.scope_id, context.call(api.sharing.revoke, { id: row.id, ...statement }));
};

/** @returns when the new grant was signed */
export async function sendLevel(
  context: SharingContext,
  row: SharedItem,
  { permission, since }: Pick<Required<ShareTerms>, "permission" | "since">,
  recipient: Recipient,
): Promise<number> {
  const terms = { permission, since, expiresAt: endToKeep(await readTrust(context), row) };
  const sealed = await regrant(context, row, terms, recipient);
  const { createdAt, epoch, teamEpoch = null, sharedKey } = sealed;
  const statement = await signChange(context, row, { what: "level", permission, createdAt, epoch, teamEpoch, sharedKey });
  const grant = { createdAt, epoch, sharedKey, ...(teamEpoch && { teamEpoch }) };
  const change = { id: row.id, permission_level: permission, ...grant, ...statement };
  await noteUnanswered(context, row.scope_id, context.call(api.sharing.setPermission, change));
  return createdAt;
}

/** After a press that names them. @throws ClientError when that person's key has changed */
export const recipientNamed = (context: SharingContext, row: SharedItem): Promise<Recipient> =>
  row.team_epoch === null ? findRecipient(context, row.shared_with_email) : ownTeamKey(context);

/** After a press that names them. @throws as `recipientNamed` */
export const regrantNamed = async (context: SharingContext, row: SharedItem, terms: ShareTerms) =>
  regrant(context, row, terms, await recipientNamed(context, row));

/**
 * A grant for the share's recipient under the current key. @throws ClientError when the address in the row is of an account that this share is not with: the press named
 * someone else
 */
async function regrant(context: SharingContext, row: SharedItem, terms: ShareTerms, recipient: Recipient) {
  const scope = await scopeOf(context, row.item_id);
  const { scopeId, epoch, rights } = scope.keys;
  if (scopeId !== row.scope_id || rights.kind === "personal") throw new AppError("not_found");
  if (("team" in recipient ? recipient.team.teamId : recipient.person.accountId) !== row.shared_with_id) throw untrue();
  const key = await ownKeyOf(context, scopeId, epoch);
  const input = await sealShareGrant(context, { scopeId, kind: rights.kind, epoch, key }, recipient, terms, row.id);
  key.fill(0);
  return input;
}

type ShareInput = Awaited<ReturnType<typeof sealShareGrant>> & { readonly move?: Move; readonly along?: LinkedGrants };

/**
 * The call for this kind (specification 3 §7): with signed heads where something moves, else with a signed statement.
 * @param failure - what is said when it fails, where a person asked for something else
 */
export function sendShare(context: SharingContext, record: KnownRecord, input: ShareInput, failure?: string): Promise<unknown> {
  const { id, kind } = record;
  const words = failure ? { failure } : {};
  const send = (signed: object): Promise<unknown> =>
    kind === "category"
      ? context.call({ ...api.sharing.shareCategory, ...words }, { categoryId: id, ...input, ...signed })
      : context.call({ ...api.sharing.shareItem, ...words }, { itemId: id, itemType: kind, ...input, ...signed });
  if (input.move) return send({});
  const { permissionLevel: permission, expiresAt, createdAt, epoch, sharedKey } = input;
  const teamEpoch = input.teamEpoch ?? null;
  const change = { what: "given", permission, expiresAt, createdAt, epoch, teamEpoch, sharedKey } as const;
  return retriedWhenStale(context, async () => {
    const { scopeId } = (await scopeOf(context, id)).keys;
    return send(await signChange(context, { id: input.shareId, scope_id: scopeId }, change));
  });
}

/** @throws ClientError when this account does not have it */
export async function ownKeyOf(context: SharingContext, scopeId: string, epoch: number): Promise<SecretKey> {
  const key = keyIn(await readTrust(context), scopeId, epoch);
  if (!key) throw new ClientError("The key of this share is missing.");
  return key;
}

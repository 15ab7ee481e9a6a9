/**
 * What remains to be done when somebody has lost access: another key for what others still read, and back into the personal scope with what nobody else reads any more.
 * The server refuses access at once; this is done by the owner's client, right away or after its next pull.
 */
import { api } from "@coffer/contract/api";
import { generateKey, type SecretKey } from "@coffer/crypto";
import { type ScopeKeys, scopeKeys } from "../keyring.ts";
import { digestsOf } from "../sync/entries.ts";
import { sealHead } from "../sync/head.ts";
import type { Scope } from "../sync/scope.ts";
import { moveBetween, sealFor } from "../vault/moving.ts";
import { pull } from "../vault/read.ts";
import { byMe, type SharingContext } from "./context.ts";
import { giveBackWhatIsLeft } from "./going-home.ts";
import { grantTo } from "./granting.ts";
import { ownTeam } from "./recipients.ts";
import { SHARED_EPOCHS } from "./shared-scopes.ts";
import { acquaintance, changeTrust, readTrust, withKey } from "./trust.ts";

/** Nothing to do costs nothing. @throws what stops one of them; the others wait for the next time as well */
export async function settle(context: SharingContext): Promise<void> {
  const open = await context.scopes();
  const listed = (await context.scope()).shared.filter(({ own }) => own !== null && (own.holders === 0 || own.isKeyOld));
  for (const { id, own } of listed) {
    const scope = open.find(({ keys }) => keys.scopeId === id);
    if (!scope) continue;
    await giveBackWhatIsLeft(context, scope);
    if (own?.holders === 0) await moveBetween(context, { from: scope, to: await context.scope() });
    else await replaceKey(context, scope);
  }
  if (listed.length > 0) await pull(context);
}

/** Everything in it under another key, which those get who still have access. The key is kept before anything is under it. */
async function replaceKey(context: SharingContext, scope: Scope): Promise<void> {
  const { scopeId, epoch: before, rights } = scope.keys;
  const [epoch, key, identity] = [before + 1, generateKey(context.random), await context.identity()];
  await changeTrust(context, (store) => withKey(store, scopeId, epoch, key));
  const keys = await scopeKeys({ key, scopeId, epoch, signer: identity.signer, rights });
  const grants = await regrant(context, keys, key);
  key.fill(0);
  await scope.commitTogether(async ({ state, deviceId, records }) => {
    const moved = await sealFor(context, records, { from: scope.keys, to: keys });
    const sealed = await sealHead({
      ...{ keys, generation: state.head.generation, seq: state.seq + 1, previous: state.head.head, deviceId, now: context.now() },
      ...{ digests: await digestsOf(moved.map(({ known }) => known)), count: moved.length, epochs: SHARED_EPOCHS, flags: 0, trust: null },
    });
    const target = { scope: scopeId, baseSeq: state.seq, ...sealed };
    await context.call(api.sharing.rotate, { target, epoch, records: moved.map(({ wire }) => wire), grants });
    return null;
  });
}

/** @throws Error when somebody's public key is another than this account knows: such a share has to be revoked or its holder compared anew */
async function regrant(context: SharingContext, keys: ScopeKeys, key: SecretKey) {
  const rows = (await byMe(context)).filter(
    ({ scope_id, expires_at }) => scope_id === keys.scopeId && (expires_at === null || expires_at > context.now()),
  );
  const trust = await readTrust(context);
  const team = rows.some(({ team_epoch }) => team_epoch !== null) ? await ownTeam(context) : null;
  const kind = keys.rights.kind === "vault" ? "vault" : "item";
  return Promise.all(
    rows.map(async ({ id, shared_with_id: accountId, shared_with_key: publicKey, shared_with_email: email, permission_level }) => {
      if (publicKey !== null && (await acquaintance(trust, accountId, publicKey)) === "changed")
        throw new Error("A recipient has another key");
      const recipient = publicKey === null ? team : { person: { accountId, publicKey }, email };
      if (!recipient) throw new Error("There is no team");
      const granted = { scopeId: keys.scopeId, kind, epoch: keys.epoch, key } as const;
      return { id, ...(await grantTo(context, granted, recipient, permission_level, id)) };
    }),
  );
}

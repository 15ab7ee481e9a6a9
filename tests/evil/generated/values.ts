/** What goes under each name of an input, when all of it is about one scope that the caller aims at. */
import { createHash } from "node:crypto";
import { grantText } from "../../../apps/server/src/testing/sharing.ts";
import { put, sealed, wrapped } from "../../../apps/server/src/testing/world.ts";
import { BLANK_COLUMNS } from "../../../packages/contract/src/record-columns.ts";
import { PRESS_LENGTH, textOfSave } from "../../../packages/contract/src/save-id.ts";
import type { Actor } from "./cast.ts";
import type { Draw } from "./draw.ts";
import type { GrantRow, RecordRow, ScopeRow, ServerState } from "./server-state.ts";
import type { WritingCall } from "./writing-calls.ts";

/** The caller's aim. */
export interface Aim {
  readonly call: WritingCall;
  readonly actor: Actor;
  readonly here: ServerState;
  readonly draw: Draw;
  readonly teamId: string;
  readonly scope: ScopeRow;
  /** Where things go that are moved: of the caller, or a new one. */
  readonly other: ScopeRow;
  readonly record: RecordRow | undefined;
  readonly grant: GrantRow | undefined;
}

const NO_ID = "00000000-0000-4000-8000-000000000000";

export function aimOf(call: WritingCall, actor: Actor, here: ServerState, draw: Draw, teamId: string): Aim {
  const mine = here.scopes.filter(({ owner_id }) => owner_id === actor.accountId);
  const given = here.scopes.filter(({ id }) => here.grants.some((one) => one.scope_id === id && one.recipient_id === actor.accountId));
  const lists = [mine, given, here.scopes.filter(({ kind }) => kind !== "personal"), here.scopes].filter((list) => list.length > 0);
  const scope = draw.any(draw.any(lists) ?? []);
  const [other] = [draw.any(mine), draw.any(here.scopes)].filter((one) => one !== undefined);
  if (!scope || !other) throw new Error("There is no scope");
  const inside = here.records.filter(({ scope_id }) => scope_id === scope.id);
  const record = draw.any(inside.filter(({ kind }) => (kind === "category") === /Vault$|Category$/.test(call.name))) ?? draw.any(inside);
  const grants = here.grants.filter(({ scope_id }) => scope_id === scope.id);
  return { call, actor, here, draw, teamId, scope, other, record, grant: draw.any(grants) ?? draw.any(here.grants) };
}

const emailsOf = ({ here }: Aim): string[] => [...here.accounts.map(({ email }) => email), "someone@example.com"];
const accountOf = ({ here, draw }: Aim) => draw.any(here.accounts);
const vaultOf = ({ here, scope }: Aim): string | null =>
  here.records.find(({ scope_id, kind }) => scope_id === scope.id && kind === "category")?.id ?? null;

/** Which id a path means. */
function idOf(aim: Aim): unknown {
  const { call, draw, here, record, grant, teamId } = aim;
  const { path } = call.spec;
  if (path.startsWith("/share/") || path.startsWith("/vault/share")) return (path.endsWith("/vault") ? record?.id : grant?.id) ?? NO_ID;
  if (path.startsWith("/team/invite")) return draw.any(here.otherIds.invitation) ?? NO_ID;
  if (path.startsWith("/teams/remove-member")) return accountOf(aim)?.membership_id ?? NO_ID;
  if (path.startsWith("/teams")) return call.spec.path === "/teams" ? draw.uuid() : teamId;
  if (path.startsWith("/roles")) return draw.any(here.roles);
  if (path.startsWith("/users/sessions")) return draw.any(here.otherIds.session) ?? NO_ID;
  if (path.startsWith("/users/")) return draw.any(here.otherIds.profile_link) ?? accountOf(aim)?.id;
  if (path.startsWith("/import")) return draw.any(here.otherIds.import_session) ?? NO_ID;
  return /\.create/.test(call.name) ? draw.uuid() : (record?.id ?? NO_ID);
}

const writeOf = (scope: ScopeRow) => ({ scope: scope.id, baseSeq: scope.seq, head: wrapped(), signature: "A".repeat(86) });

/** As it is sent again, under its next revision. */
const again = ({ id, kind, revision }: RecordRow) => ({ ...put(kind), id, revision: revision + 1 });
const allAgain = ({ here, scope }: Aim) =>
  here.records
    .filter(({ scope_id, state }) => scope_id === scope.id && state !== "purged")
    .map((one) => ({ ...again(one), trashedAt: one.state === "trashed" ? 1 : null }));

function changeOf(aim: Aim): unknown {
  const { draw, record, actor } = aim;
  const kind = draw.one(["password", "note", "category"] as const);
  if (!record || draw.happens(30)) return { ...put(kind), ...(draw.happens(50) && { makerId: actor.accountId }), categoryId: vaultOf(aim) };
  const { id } = record;
  return draw.one([again(record), { op: "place", id, ...BLANK_COLUMNS }, { op: "trash", id, trashedAt: 1 }, { op: "purge", id }] as [
    unknown,
    ...unknown[],
  ]);
}

const oldIn = ({ here, scope }: Aim) => here.oldVersions.filter(({ scope_id }) => scope_id === scope.id);
/** Under a key of the caller's own. */
const resealed = (saveId: string) => {
  const texts = { seal: sealed(), fields: {} };
  const hash = createHash("sha256").update(textOfSave(texts)).digest("hex");
  return { ...texts, saveId: saveId.slice(0, PRESS_LENGTH) + hash.slice(0, saveId.length - PRESS_LENGTH) };
};

const moveOf = (aim: Aim) => ({
  from: writeOf(aim.scope),
  to: aim.draw.happens(50)
    ? { ...writeOf(aim.other), scope: aim.draw.uuid(), baseSeq: 0, kind: aim.draw.one(["vault", "item"] as const) }
    : writeOf(aim.other),
  records: allAgain(aim),
});
const partsOfGrant = ({ draw }: Aim) => ({ shareId: draw.uuid(), createdAt: 1, sharedKey: grantText() });

/** Values of optional names too. */
export const VALUES: Readonly<Record<string, (aim: Aim) => unknown>> = {
  id: idOf,
  scope: ({ scope }) => scope.id,
  baseSeq: ({ scope }) => scope.seq,
  seq: ({ scope }) => scope.seq + 1,
  generation: ({ scope }) => scope.generation + 1,
  epoch: ({ scope, call }) => scope.epoch + (call.name === "sharing.rotate" ? 1 : 0),
  revision: ({ record, call }) => (/\.create/.test(call.name) ? 1 : (record?.revision ?? 0) + 1),
  ids: ({ record }) => [record?.id ?? NO_ID],
  itemId: ({ record }) => record?.id ?? NO_ID,
  itemType: ({ record }) => record?.kind ?? "password",
  categoryId: (aim) => vaultOf(aim) ?? NO_ID,
  category_id: (aim) => vaultOf(aim),
  makerId: ({ actor, here, draw }) => draw.any([actor.accountId, draw.any(here.accounts)?.id ?? actor.accountId]),
  shareId: ({ draw, grant }) => (draw.happens(50) ? draw.uuid() : (grant?.id ?? NO_ID)),
  sharedWithEmail: (aim) => aim.draw.any(emailsOf(aim)),
  sharedKey: ({ draw, here }) => (draw.happens(50) ? grantText() : (draw.any(here.grants)?.shared_key ?? grantText())),
  shared_key: () => grantText(),
  permissionLevel: ({ draw }) => draw.one(["read", "write"] as const),
  permission_level: ({ draw }) => draw.one(["read", "write"] as const),
  shareType: ({ draw }) => draw.one(["individual", "team"] as const),
  ownSeq: ({ scope, call }) => (call.spec.method === "DELETE" ? 0 : scope.stamp),
  teamEpoch: () => 1,
  teamId: ({ teamId }) => teamId,
  userId: (aim) => accountOf(aim)?.id,
  memberUserId: (aim) => accountOf(aim)?.id,
  linkToUserId: (aim) => accountOf(aim)?.id,
  accountId: (aim) => accountOf(aim)?.id,
  roleId: ({ draw }) => draw.one([0, 2, 3, 1] as const),
  email: (aim) => aim.draw.any(emailsOf(aim)),
  by: ({ draw }) => draw.one(["mail", "link"] as const),
  grantId: ({ here, draw }) => draw.any(here.otherIds.team_key) ?? NO_ID,
  since: ({ here }) => here.entries.length,
  changes: (aim) => [changeOf(aim)],
  records: allAgain,
  purged: ({ record }) => (record ? [record.id] : []),
  target: ({ scope }) => writeOf(scope),
  from: (aim) => moveOf(aim).from,
  to: (aim) => moveOf(aim).to,
  move: moveOf,
  place: (aim) => ({ ...writeOf(aim.other), scope: undefined, categoryId: vaultOf(aim) }),
  along: (aim) =>
    aim.here.grants.filter(({ scope_id }) => scope_id === aim.scope.id).map(({ id }) => ({ along: id, ...partsOfGrant(aim) })),
  grants: (aim) => {
    const live = aim.here.grants.filter(({ scope_id, is_live }) => scope_id === aim.scope.id && is_live);
    if (aim.call.name === "sharing.rotate") return live.map(({ id }) => ({ id, createdAt: 1, sharedKey: grantText() }));
    return live.map(({ id }) => ({ along: id, ...partsOfGrant(aim) }));
  },
  keys: ({ here, draw }) =>
    draw.happens(75)
      ? []
      : here.accounts
          .filter(({ team_id }) => team_id)
          .map(({ id }) => ({ id: draw.uuid(), memberId: id, epoch: draw.one([1, 2, 3] as const), createdAt: 1, key: grantText() })),
  oldEpoch: (aim) => oldIn(aim)[0]?.epoch ?? 1,
  versions: (aim) => {
    const made = oldIn(aim).map(({ id, revision, save_id: saveId }) => ({
      id,
      revision,
      saveId,
      sealed: aim.draw.happens(50) ? null : resealed(saveId),
    }));
    return made.length > 0 ? made : [{ id: aim.record?.id ?? NO_ID, revision: 1, saveId: aim.draw.hex(16), sealed: null }];
  },
  halfHash: () => createHash("sha256").update("no half").digest("hex"),
  encrypted_team_key: () => wrapped(),
  trust: () => wrapped(),
  seal: sealed,
  favourite: ({ draw }) => draw.happens(50),
  deleteUsers: ({ draw }) => draw.happens(50),
  deleteItems: ({ draw }) => draw.happens(50),
  description: ({ call }) => (/Vault$/.test(call.name) ? sealed() : "Made in the attack"),
  expiresAt: ({ draw }) => draw.one([null, null, null, 1, 4_000_000_000_000] as const),
  expires_at: ({ draw }) => draw.one([null, null, null, 1, 4_000_000_000_000] as const),
};

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

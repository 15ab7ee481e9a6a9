/** What is on the server just now, as an evil colleague may know it at worst: every id, number and signed text. */
import type { World } from "../../flows/world.ts";

export interface ScopeRow {
  readonly id: string;
  readonly kind: "personal" | "vault" | "item";
  readonly owner_id: string;
  readonly seq: number;
  readonly generation: number;
  readonly epoch: number;
  readonly stamp: number;
  readonly head: string;
  readonly signature: string;
}
export interface RecordRow {
  readonly id: string;
  readonly scope_id: string;
  readonly kind: string;
  readonly revision: number;
  readonly state: string;
  readonly seal: string;
}
export interface GrantRow {
  readonly id: string;
  readonly scope_id: string;
  readonly item_id: string;
  readonly sender_id: string;
  readonly recipient_id: string | null;
  readonly team_id: string | null;
  readonly permission: "read" | "write";
  readonly shared_key: string;
  readonly is_live: boolean;
}
/** An earlier version under a key of its scope that is no longer in use. */
interface OldVersionRow {
  readonly id: string;
  readonly scope_id: string;
  readonly epoch: number;
  readonly revision: number;
  readonly save_id: string;
}
interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly role_id: number;
  readonly team_id: string | null;
  readonly membership_id: string | null;
  readonly public_key: string;
}
interface EntryRow {
  readonly text: string;
  readonly signature: string;
}
export interface ServerState {
  readonly scopes: readonly ScopeRow[];
  readonly records: readonly RecordRow[];
  readonly oldVersions: readonly OldVersionRow[];
  readonly grants: readonly GrantRow[];
  readonly accounts: readonly AccountRow[];
  readonly entries: readonly EntryRow[];
  readonly roles: readonly number[];
  /** Of sessions, imports, invitations, copies of the team's key, profiles. */
  readonly otherIds: Readonly<Record<"session" | "import_session" | "invitation" | "team_key" | "profile_link", readonly string[]>>;
}

const listOf = (query: string): string => `(select coalesce(json_agg(q), '[]') from (${query}) q)`;
const idsOf = (table: string, order = "created_at"): string => `(select coalesce(json_agg(id order by ${order}), '[]') from ${table})`;
/** In an order that does not depend on ids, which are random. */
const QUERY = `select ${[
  `${listOf("select s.id, s.kind, s.owner_id, s.seq, s.generation, s.epoch, s.stamp, h.head, coalesce(h.signature, '') as signature from scope s left join head h on h.scope_id = s.id and h.seq = s.seq order by s.created_at, s.kind")} as scopes`,
  `${listOf("select id, scope_id, kind, revision, state, seal from record order by created_at, kind")} as records`,
  `${listOf("select v.record_id as id, v.scope_id, v.epoch, v.revision, v.save_id from superseded v join scope s on s.id = v.scope_id where v.epoch < s.epoch order by v.superseded_at, v.revision")} as "oldVersions"`,
  `${listOf("select id, scope_id, item_id, sender_id, recipient_id, team_id, permission, shared_key, ended_at is null as is_live from share_grant order by signed_at")} as grants`,
  `${listOf("select a.id, a.email, a.role_id, a.team_id, a.membership_id, i.public_key from account a join identity i on i.account_id = a.id order by a.created_at")} as accounts`,
  `${listOf("select text, signature from team_log where team_id = $1 order by seq")} as entries`,
  `${idsOf("role", "id")} as roles`,
  `json_build_object('session', ${idsOf("session")}, 'import_session', ${idsOf("import_session")}, 'invitation', ${idsOf("invitation where team_id is not null")}, 'team_key', ${idsOf("team_key", "signed_at")}, 'profile_link', ${idsOf("profile_link")}) as "otherIds"`,
].join(", ")}`;

export async function readServerState(world: World, teamId: string): Promise<ServerState> {
  const [row] = await world.sql<ServerState>(QUERY, [teamId]);
  if (!row) throw new Error("The server answers nothing");
  return row;
}

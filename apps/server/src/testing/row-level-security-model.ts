/**
 * Who may see, add, change and take which row, as docs/security.md says it: computed from facts about people, shares and teams, and from no policy of the database.
 * A row is what PostgreSQL makes of it as JSON.
 */
export type Row = Readonly<Record<string, unknown>>;

/** Rows by table, as the owner of the tables sees them. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

type Is = (row: Row) => boolean;
/** What one person is allowed in a table. */
export interface Policy {
  readonly sees: Is;
  readonly adds: Is;
  readonly changes: Is;
  readonly takes: Is;
}

/** Tables with rows of one account, and the column that names it. */
const OWNED = {
  account: "id",
  ...{
    identity: "account_id",
    session: "account_id",
    device: "account_id",
    passkey: "account_id",
    refused_count: "account_id",
    audit: "account_id",
  },
  ...{
    discarded_vault: "account_id",
    discarded_record: "account_id",
    import_session: "account_id",
    left_access: "owner_id",
    earlier_place: "owner_id",
  },
} as const;

const never: Is = () => false;
const always: Is = () => true;
const all = (is: Is): Policy => ({ sees: is, adds: is, changes: is, takes: is });
/** Written by the server alone, where it was judged. */
const only = (sees: Is): Policy => ({ ...all(never), sees });

function find(rows: Rows, table: string, id: unknown): Row {
  const row = rows[table]?.find((one) => one.id === id);
  if (!row) throw new Error(`No such row of ${table}`);
  return row;
}

/** @param now - milliseconds since 1970 */
export function policiesOf(rows: Rows, accountId: string, now: number): Readonly<Record<string, Policy>> {
  const me = find(rows, "account", accountId);
  const isMe = (id: unknown): boolean => id === me.id;
  const owned = Object.entries(OWNED).map(([table, column]) => [table, all((row) => isMe(row[column]))] as const);
  return {
    ...Object.fromEntries(owned),
    import_row: all((row) => isMe(find(rows, "import_session", row.import_id).account_id)),
    profile_link: { ...all(never), ...both((row) => isMe(row.existing_id) || isMe(row.new_id)) },
    begun_scope: { ...all(never), adds: always },
    ...policiesOfScopes(rows, me, now),
    ...policiesOfTeams(rows, me),
  };
}

const both = (is: Is): Pick<Policy, "sees" | "takes"> => ({ sees: is, takes: is });
const isOf = (teamId: unknown, me: Row): boolean => teamId !== null && teamId === me.team_id;

function policiesOfScopes(rows: Rows, me: Row, now: number): Record<string, Policy> {
  const owns = (scopeId: unknown): boolean => find(rows, "scope", scopeId).owner_id === me.id;
  const isOver = (at: unknown): boolean => at !== null && Date.parse(String(at)) <= now;
  const isLive = ({ ended_at, expires_at }: Row): boolean => ended_at === null && !isOver(expires_at);
  const grants = (rows.share_grant ?? []).filter(isLive);
  const reads = (scopeId: unknown): boolean =>
    owns(scopeId) || grants.some((one) => one.scope_id === scopeId && (one.recipient_id === me.id || isOf(one.team_id, me)));
  // What is shared with a team is written by those whom its log has.
  const writes = (scopeId: unknown): boolean =>
    owns(scopeId) ||
    grants.some(
      (one) =>
        one.scope_id === scopeId && one.permission === "write" && (one.recipient_id === me.id || (isOf(one.team_id, me) && me.is_in_log)),
    );
  const within =
    (of: (scopeId: unknown) => boolean): Is =>
    (row) =>
      of(row.scope_id);
  return {
    scope: { sees: ({ id }) => reads(id), adds: ({ id }) => owns(id), changes: ({ id }) => writes(id), takes: ({ id }) => owns(id) },
    record: { sees: within(reads), adds: within(writes), changes: within(writes), takes: within(owns) },
    superseded: { sees: within(reads), adds: within(writes), changes: within(writes), takes: within(writes) },
    departed: { sees: within(reads), adds: within(writes), changes: within(writes), takes: within(writes) },
    head: { sees: within(reads), adds: within(writes), changes: within(owns), takes: within(owns) },
    share_grant: {
      sees: (row) => row.sender_id === me.id || row.recipient_id === me.id || isOf(row.team_id, me),
      // Only its owner gives a scope away.
      adds: (row) => row.sender_id === me.id && owns(row.scope_id),
      changes: (row) => row.sender_id === me.id && owns(row.scope_id),
      takes: (row) => row.sender_id === me.id,
    },
  };
}

function policiesOfTeams(rows: Rows, me: Row): Record<string, Policy> {
  const role = find(rows, "role", me.role_id);
  const isFirst = role.id === 1;
  // The first role may all, everywhere; any other counts in a team only. The second is that of a team's administrators.
  const may = (...rights: readonly string[]): boolean =>
    isFirst || (me.team_id !== null && ((role.id === 2 && rights.includes("admin")) || rights.some((right) => role[right] === true)));
  const isSeen: Is = ({ team_id: team }) => isOf(team, me) || may("manage_teams");
  const rolesOf: Is = ({ team_id: team }) => isFirst || (may("manage_roles") && isOf(team, me));
  const covers: Is = (row) => Object.entries(row).every(([name, value]) => value !== true || may(name));
  const isOther: Is = ({ id }) => id !== role.id;
  const isHere: Is = ({ team_id: team }) => isOf(team, me) || (team !== null && may("manage_teams")) || isFirst;
  const INVITES = ["admin", "invite_members", "manage_teams"];
  const UNDOES = [...INVITES, "remove_members", "manage_roles"];
  const isMine: Is = ({ member_id: member }) => member === me.id;
  return {
    team: {
      ...{ sees: ({ id }) => isOf(id, me) || may("manage_teams"), adds: () => may("manage_teams"), changes: () => may("manage_teams") },
      takes: never,
    },
    role: {
      sees: ({ team_id: team }) => team === null || isOf(team, me) || may("manage_teams"),
      adds: (row) => Number(row.id) > 3 && covers(row) && rolesOf(row),
      changes: (row) => row.id !== 1 && row.id !== 3 && isOther(row) && covers(row) && rolesOf(row),
      takes: (row) => Number(row.id) > 3 && isOther(row) && rolesOf(row),
    },
    invitation: {
      sees: (row) => row.email === me.email || (isHere(row) && may(...UNDOES, "manage_team")),
      adds: (row) =>
        isHere(row) && may(...INVITES) && row.invited_by === me.id && row.role_id !== 1 && !row.is_bootstrap && row.used_at === null,
      changes: (row) => isHere(row) && may(...UNDOES),
      takes: never,
    },
    team_log: only(isSeen),
    team_author: only(isSeen),
    team_key: { ...all(never), ...both(isMine) },
    refused_key: { ...all(isMine), takes: never },
    team_mark: {
      ...{ sees: ({ team_id: team }) => isOf(team, me), adds: (row) => isMine(row) && isOf(row.team_id, me), changes: isMine },
      takes: never,
    },
  };
}

/** Which rows a call of each role may change, by security design §6: whatever else has changed is a finding. */
import { readEntry } from "../../../packages/contract/src/team-log.ts";
import type { Actor, Cast } from "./cast.ts";
import type { Changed, Row } from "./database.ts";
import type { ServerState } from "./server-state.ts";

interface Caller {
  readonly actor: Actor;
  /** Before the call. */
  readonly here: ServerState;
  readonly cast: Cast;
}
type Rule = (caller: Caller, row: Row, changed: Changed) => boolean;

/** Also an account that a call has just made. */
const isOwn = ({ actor, here }: Caller, id: unknown): boolean => id === actor.accountId || !here.accounts.some((one) => one.id === id);
const isToken = ({ actor }: Caller): boolean => actor.role === "token";
const isInTeam = ({ actor, here }: Caller): boolean => here.accounts.find(({ id }) => id === actor.accountId)?.team_id != null;
const isAdmin = ({ actor }: Caller): boolean => actor.role === "administrator";

function scopeRights(caller: Caller, scopeId: unknown): "owner" | "write" | "none" {
  const { here, actor } = caller;
  if (isToken(caller)) return "none";
  const scope = here.scopes.find(({ id }) => id === scopeId);
  if (!scope || isOwn(caller, scope.owner_id)) return "owner";
  const own = here.grants.filter(({ scope_id, is_live }) => scope_id === scopeId && is_live);
  return own.some(({ recipient_id, permission }) => recipient_id === actor.accountId && permission === "write") ? "write" : "none";
}

const inScope: Rule = (caller, { scope_id }) => scopeRights(caller, scope_id) !== "none";
const ofAccount =
  (column: string): Rule =>
  (caller, row) =>
    isOwn(caller, row[column]) && !isToken(caller);

/** Columns in which two rows differ. */
const differing = ({ before, after }: Changed): string[] =>
  before && after ? Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])) : ["all"];
const onlyIn = (changed: Changed, ...names: readonly string[]): boolean => differing(changed).every((name) => names.includes(name));

const MEMBERSHIP = [
  "role_id",
  "team_id",
  "membership_id",
  "joined_at",
  "managed_by",
  "former_team_id",
  "invited_proof",
  "is_in_log",
] as const;

const RULES: Readonly<Record<string, Rule>> = {
  // A token alone takes a deletion back, and puts a text in place of a proof that no one believes.
  account: (caller, { id }, changed) =>
    isToken(caller)
      ? isOwn(caller, id) && onlyIn(changed, "purge_at", "invited_proof")
      : isOwn(caller, id) ||
        // By an entry of the log, whose members are counted after each (key-places.ts).
        (isInTeam(caller) && onlyIn(changed, "is_in_log")) ||
        (isAdmin(caller) && (onlyIn(changed, ...MEMBERSHIP, "purge_at") || changed.after === null)),
  identity: ofAccount("account_id"),
  // Its own: by signing out.
  session: (caller, { account_id }) => isOwn(caller, account_id) || isAdmin(caller),
  import_session: (caller, { account_id }) => isOwn(caller, account_id),
  import_row: () => true,
  profile_link: (caller, { existing_id, new_id }) => isOwn(caller, existing_id) || isOwn(caller, new_id),
  discarded_vault: ofAccount("account_id"),
  discarded_record: () => true, // of such a vault
  scope: (caller, { id }, changed) => {
    const rights = scopeRights(caller, id);
    // What the scope weighs is counted with each save (vault/weight.ts).
    return rights === "owner" || (rights === "write" && onlyIn(changed, "seq", "weight", "weighed_seq"));
  },
  head: inScope,
  record: (caller, row, changed) =>
    inScope(caller, row, changed) && (changed.before === null || scopeRights(caller, changed.before.scope_id) !== "none"),
  // A version is put under the key in use by the owner alone; a writer adds some, and takes those of what is purged.
  superseded: (caller, row, changed) =>
    changed.before !== null && changed.after !== null ? scopeRights(caller, row.scope_id) === "owner" : inScope(caller, row, changed),
  earlier_place: inScope,
  departed: inScope,
  // Ids of scopes, which only grow.
  begun_scope: (caller, _, { before }) => before === null && !isToken(caller),
  share_grant: (caller, { scope_id, recipient_id, team_id }, changed) =>
    !isToken(caller) &&
    (scopeRights(caller, scope_id) === "owner" ||
      (recipient_id === caller.actor.accountId && onlyIn(changed, "ended_at", "recipient_key")) ||
      // What a person whom an administrator takes out of the team has given to it ends.
      (isAdmin(caller) && team_id === caller.cast.teamId && onlyIn(changed, "ended_at"))),
  team: (caller, row, changed) => (isInTeam(caller) && onlyIn(changed, "key_epoch")) || isAdmin(caller) || isNewTeam(caller, row),
  team_log: (caller, { text, team_id }, { before }) => {
    if (isToken(caller) || before !== null) return false;
    return readEntry(String(text))?.by === caller.actor.accountId && (team_id !== caller.cast.teamId || isInTeam(caller));
  },
  team_author: (caller, _, { before }) => before === null && isInTeam(caller) && !isToken(caller),
  // Its own; and those of a person whom an administrator takes out of the team go.
  team_mark: (caller, { member_id }, { after }) =>
    !isToken(caller) && isInTeam(caller) && (member_id === caller.actor.accountId || (after === null && isAdmin(caller))),
  // As marks.
  team_key: (caller, { sender_id, member_id }, { after }) =>
    !isToken(caller) &&
    isInTeam(caller) &&
    (sender_id === caller.actor.accountId || member_id === caller.actor.accountId || (after === null && isAdmin(caller))),
  // A copy that does not open: who says so is given another one, by someone else.
  refused_key: (caller, { member_id }) => !isToken(caller) && isInTeam(caller) && member_id === caller.actor.accountId,
  role: (caller) => isAdmin(caller),
  // The person who was invited uses it; those of a member who leaves are worth nothing.
  invitation: (caller, { email, invited_by }) => isAdmin(caller) || email === caller.actor.email || invited_by === caller.actor.accountId,
};
const isNewTeam = ({ cast }: Caller, { id }: Row): boolean => id !== cast.teamId;

/** @returns what the caller had no right to change, in words */
export const notAllowed = (caller: Caller, changes: readonly Changed[]): string[] =>
  changes.flatMap((changed) => {
    const row = changed.after ?? changed.before ?? {};
    return RULES[changed.table]?.(caller, row, changed)
      ? []
      : [`${changed.table} (${differing(changed).join(", ")}) ${JSON.stringify(row).slice(0, 300)}`];
  });

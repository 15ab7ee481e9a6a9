/**
 * The trust store after a repair where a backup was restored and both sides have gone on: what this device knows, and what another one of the account has
 * written on top of the backup. In doubt less is given: a share that only the other side knows, of a scope that this one knows, counts as not given.
 */
import { fromBase64Url, secretKey } from "@coffer/crypto";
import type { Keyring } from "../keyring.ts";
import { withCandidateKey } from "./candidate-keys.ts";
import { type KnownPerson, openTrust, sealTrust, type TeamPin, type TrustStore, withEndedIn } from "./trust-store.ts";

/** @param own - wrapped, of this device @param theirs - wrapped, named by the server's newest head, which this account has signed */
export const mergeTrusts =
  (keyring: Keyring) =>
  async (own: string, theirs: string): Promise<string> =>
    sealTrust(keyring, merged(await openTrust(keyring, own), await openTrust(keyring, theirs)));

/** The rest is as this device has it, and what only the other side has. */
export function merged(own: TrustStore, theirs: TrustStore): TrustStore {
  const both = withKeysOf(
    {
      ...own,
      people: peopleOf(own, theirs),
      teams: eachOf(own.teams, theirs.teams, teamOf),
      wishes: { ...theirs.wishes, ...own.wishes },
      ended: eachOf(own.ended, theirs.ended, endedOf),
      until: eachOf(own.until, theirs.until, (one, other) => ({ ...other, ...one })),
      given: givenOf(own, theirs),
      kept: eachOf(own.kept, theirs.kept, (one, other) => [...new Set([...one, ...other])]),
      used: eachOf(own.used, theirs.used, Math.max),
      stated: [...new Set([...own.stated, ...theirs.stated])],
      placed: eachOf(own.placed, theirs.placed, (one, other) => [...new Set([...one, ...other])]),
      gossip: { ...theirs.gossip, ...own.gossip },
      hidden: { ...theirs.hidden, ...own.hidden },
      // Nothing is given by them without a press.
      promised: eachOf(own.promised, theirs.promised, (one, other) => ({ ...other, ...one })),
      // Where both have one for the same epoch: the server's versions are of their history.
      versionKeys: eachOf(own.versionKeys ?? {}, theirs.versionKeys ?? {}, (one, other) => ({ ...one, ...other })),
    },
    theirs,
  );
  // With the keys of both: what is dropped may have been given with any of them.
  return withDroppedEnded(own, theirs, both);
}

type By<Value> = Readonly<Record<string, Value>>;

function eachOf<Value>(own: By<Value>, theirs: By<Value>, both: (own: Value, theirs: Value) => Value): By<Value> {
  const ids = new Set([...Object.keys(theirs), ...Object.keys(own)]);
  return Object.fromEntries(
    [...ids].flatMap((id) => {
      const [one, other] = [own[id], theirs[id]];
      const value = one !== undefined && other !== undefined ? both(one, other) : (one ?? other);
      return value === undefined ? [] : [[id, value]];
    }),
  );
}

/** A number that was compared on either side was compared. */
const peopleOf = (own: TrustStore, theirs: TrustStore): TrustStore["people"] =>
  eachOf<KnownPerson>(own.people, theirs.people, (one, other) =>
    one.fingerprint === other.fingerprint ? { ...one, isVerified: one.isVerified || other.isVerified } : one,
  );

/** As who has seen more of its log; who was in it is not forgotten where only the other side knew. */
function teamOf(own: TeamPin, theirs: TeamPin): TeamPin {
  const { members = theirs.members, ...newest } = theirs.seq > own.seq ? { ...own, ...theirs } : own;
  return members ? { ...newest, members } : newest;
}

type Ended = TrustStore["ended"][string];
const endedOf = (own: Ended, theirs: Ended): Ended => {
  if (own.epoch !== theirs.epoch) return own.epoch > theirs.epoch ? own : theirs;
  return { ...own, grants: eachOf(own.grants, theirs.grants, Math.max) };
};

function givenOf(own: TrustStore, theirs: TrustStore): TrustStore["given"] {
  const isEndedThere = (scopeId: string, id: string): boolean => theirs.ended[scopeId]?.grants[id] !== undefined;
  const left = Object.entries(own.given).map(([scopeId, grants]) => {
    const kept = Object.entries(grants).filter(([id]) => theirs.given[scopeId]?.[id] !== undefined || !isEndedThere(scopeId, id));
    return [scopeId, Object.fromEntries(kept)] as const;
  });
  return { ...theirs.given, ...Object.fromEntries(left) };
}

/** What the other side alone has given counts as ended: the key in use was in that grant. */
const withDroppedEnded = (own: TrustStore, theirs: TrustStore, both: TrustStore): TrustStore =>
  Object.entries(own.given).reduce((sum, [scopeId, grants]) => {
    const dropped = Object.keys(theirs.given[scopeId] ?? {}).filter((id) => grants[id] === undefined);
    const inUse = { scopeId, epoch: Math.max(sum.used[scopeId] ?? 1, sum.ended[scopeId]?.epoch ?? 1) };
    return dropped.reduce((all, id) => withEndedIn(all, [inUse], id, Number.MAX_SAFE_INTEGER), sum);
  }, both);

/** Where both have drawn a key, both are kept until it shows which one the server took. */
function withKeysOf(store: TrustStore, theirs: TrustStore): TrustStore {
  const all = [theirs.keys, theirs.drawn].flatMap((byId) =>
    Object.entries<By<string | readonly string[]>>(byId).flatMap(([id, byEpoch]) =>
      Object.entries(byEpoch).flatMap(([epoch, texts]) => [texts].flat().map((text) => ({ id, epoch: Number(epoch), text }))),
    ),
  );
  return all.reduce((sum, { id, epoch, text }) => {
    const isKnown = sum.keys[id]?.[epoch] === text || sum.drawn[id]?.[epoch]?.includes(text);
    return isKnown ? sum : withCandidateKey(sum, { id, epoch }, secretKey(fromBase64Url(text)));
  }, store);
}

/**
 * What a user has decided about websites on this device: where nothing is saved, no menu opens or a login is filled in by itself, what fields mean, and which logins of others
 * they have picked where. Sealed, because
 * it shows which sites someone uses.
 */
import { context, utf8, uuidToBytes } from "@coffer/crypto";
import { type LocalSealDeps, localSeal } from "./local-seal.ts";

export type SitesApi = ReturnType<typeof sitesApi>;

/** A field of a page that the user has pointed at. `mark` and `role` are defined by the code that fills pages. */
export interface TaughtField {
  /** With its port unless it is the default one. */
  readonly host: string;
  readonly path: string;
  /** Identifies the field on the page; equal marks are the same field. */
  readonly mark: unknown;
  readonly role: string;
}

/** Sites of one owner, as `siteOf` gives them. */
type SiteGroup = readonly string[];

/** An item that was picked at a host, which has its port unless it is the default one. */
interface Pick {
  readonly host: string;
  readonly id: string;
}

/** Lists of hosts: nothing is asked or saved there; no menu opens there; a login is filled in there as the page loads; the browser answers there for a passkey. */
export type SiteList = "excluded" | "quiet" | "filled-on-load" | "passkeys-elsewhere";

/** One per account and device, as each of the lists of hosts. */
const TAUGHT = "taught";
const GROUPS = "groups";
const PICKS = "picks";
const MOST = 1000;

/** Where each is kept: the first list has a place of its own, from when it was the only one. */
const sealsOf = (deps: LocalSealDeps) => ({
  first: localSeal(deps, { purpose: "sites", slot: "sites", about: (accountId) => context("sites", uuidToBytes(accountId)) }),
  fields: localSeal(deps, {
    purpose: "sites",
    slot: "fields",
    about: (accountId, place) => context("sites", uuidToBytes(accountId), utf8(place)),
  }),
  lists: localSeal(deps, {
    purpose: "sites",
    slot: "site-lists",
    about: (accountId, list) => context("sites", uuidToBytes(accountId), utf8(list)),
  }),
});

export function sitesApi(deps: LocalSealDeps) {
  const { first, fields, lists } = sealsOf(deps);
  const placeOfList = (list: SiteList) => (list === "excluded" ? first : lists);
  const hosts = async (list: SiteList): Promise<readonly string[]> => ((await placeOfList(list).find(list)) ?? []) as readonly string[];
  const without = async (list: SiteList, host: string): Promise<readonly string[]> => (await hosts(list)).filter((other) => other !== host);
  const taught = async (): Promise<readonly TaughtField[]> => ((await fields.find(TAUGHT)) ?? []) as readonly TaughtField[];
  return {
    /** Hosts, with their port unless it is the default one; the newest last. @throws ClientError when no one is signed in. */
    hosts,
    async list({ list, host }: { readonly list: SiteList; readonly host: string }): Promise<void> {
      await placeOfList(list).keep(list, [...(await without(list, host)), host].slice(-MOST));
    },
    async unlist({ list, host }: { readonly list: SiteList; readonly host: string }): Promise<void> {
      await placeOfList(list).keep(list, await without(list, host));
    },
    ...groupsIn(lists),
    ...picksIn(lists),
    /** All taught fields, newest last. @throws ClientError when no one is signed in. */
    taught,
    /** Replaces what was taught about that field. */
    async teach(field: TaughtField): Promise<void> {
      const others = (await taught()).filter((other) => placeOf(other) !== placeOf(field));
      await fields.keep(TAUGHT, [...others, field].slice(-MOST));
    },
    /** Forgets all taught fields of a site. */
    async unteach({ host }: { readonly host: string }): Promise<void> {
      await fields.keep(
        TAUGHT,
        (await taught()).filter((other) => other.host !== host),
      );
    },
  };
}

/** Sites that share logins, by what the user has said. */
function groupsIn(lists: ReturnType<typeof sealsOf>["lists"]) {
  const groups = async (): Promise<readonly SiteGroup[]> => ((await lists.find(GROUPS)) ?? []) as readonly SiteGroup[];
  const without = async (sites: SiteGroup): Promise<readonly SiteGroup[]> => (await groups()).filter((group) => !isSame(group, sites));
  return {
    /** The newest last. @throws ClientError when no one is signed in. */
    groups,
    async addGroup({ sites }: { readonly sites: SiteGroup }): Promise<void> {
      await lists.keep(GROUPS, [...(await without(sites)), sites].slice(-MOST));
    },
    async removeGroup({ sites }: { readonly sites: SiteGroup }): Promise<void> {
      await lists.keep(GROUPS, await without(sites));
    },
  };
}

/** Logins of other people that the user has picked: where someone shares one unasked, nothing is filled in by itself before that. */
function picksIn(lists: ReturnType<typeof sealsOf>["lists"]) {
  const all = async (): Promise<readonly Pick[]> => ((await lists.find(PICKS)) ?? []) as readonly Pick[];
  return {
    /** Ids of those that were picked at that host, the newest last. @throws ClientError when no one is signed in. */
    picked: async ({ host }: { readonly host: string }): Promise<readonly string[]> =>
      (await all()).filter((one) => one.host === host).map(({ id }) => id),
    async recordPicked({ host, id }: Pick): Promise<void> {
      const others = (await all()).filter((one) => one.host !== host || one.id !== id);
      await lists.keep(PICKS, [...others, { host, id }].slice(-MOST));
    },
  };
}

const isSame = (one: SiteGroup, other: SiteGroup): boolean => one.toSorted().join(" ") === other.toSorted().join(" ");

const placeOf = ({ host, path, mark }: TaughtField): string => JSON.stringify([host, path, mark]);

/**
 * What a user has decided about websites on this device: where nothing is saved, no menu opens or a login is filled in by itself, and what fields mean. Sealed, because
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

/** Lists of hosts: nothing is asked or saved there; no menu opens there; a login is filled in there as the page loads. */
export type SiteList = "excluded" | "quiet" | "filled-on-load";

/** One per account and device, as each of the lists of hosts. */
const TAUGHT = "taught";
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

const placeOf = ({ host, path, mark }: TaughtField): string => JSON.stringify([host, path, mark]);

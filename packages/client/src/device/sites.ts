/** What a person has said of websites on this device: where nothing is to be saved, and what fields are. Sealed: which sites somebody uses is nobody's business. */
import { context, utf8, uuidToBytes } from "@coffer/crypto";
import { type LocalSealDeps, localSeal } from "./local-seal.ts";

export type SitesApi = ReturnType<typeof sitesApi>;

/** A field of a page that somebody has pointed at. What it is called there and what it is, those say who fill pages in. */
export interface TaughtField {
  /** With its port where it is not the usual one. */
  readonly host: string;
  readonly path: string;
  /** Which field of the page. Two are the same when they say the same. */
  readonly mark: unknown;
  readonly role: string;
}

/** One list of each per account and device. */
const EXCLUDED = "excluded";
const TAUGHT = "taught";
const MOST = 1000;

export function sitesApi(deps: LocalSealDeps) {
  const kept = localSeal(deps, { purpose: "sites", slot: "sites", about: (accountId) => context("sites", uuidToBytes(accountId)) });
  const fields = localSeal(deps, {
    purpose: "sites",
    slot: "fields",
    about: (accountId, place) => context("sites", uuidToBytes(accountId), utf8(place)),
  });
  const read = async (): Promise<readonly string[]> => ((await kept.find(EXCLUDED)) ?? []) as readonly string[];
  const taught = async (): Promise<readonly TaughtField[]> => ((await fields.find(TAUGHT)) ?? []) as readonly TaughtField[];
  return {
    /** Hosts, with their port where it is not the usual one. @throws ClientError when nobody is signed in. */
    excluded: read,
    /** Nothing is asked or saved there from now on. */
    async exclude({ host }: { readonly host: string }): Promise<void> {
      const others = (await read()).filter((other) => other !== host);
      await kept.keep(EXCLUDED, [...others, host].slice(-MOST));
    },
    async include({ host }: { readonly host: string }): Promise<void> {
      await kept.keep(
        EXCLUDED,
        (await read()).filter((other) => other !== host),
      );
    },
    /** Everything that was said of fields, the newest last. @throws ClientError when nobody is signed in. */
    taught,
    /** What was said of that field before counts no more. */
    async teach(field: TaughtField): Promise<void> {
      const others = (await taught()).filter((other) => placeOf(other) !== placeOf(field));
      await fields.keep(TAUGHT, [...others, field].slice(-MOST));
    },
    /** Forgets what was said of all fields of a site. */
    async unteach({ host }: { readonly host: string }): Promise<void> {
      await fields.keep(
        TAUGHT,
        (await taught()).filter((other) => other.host !== host),
      );
    },
  };
}

const placeOf = ({ host, path, mark }: TaughtField): string => JSON.stringify([host, path, mark]);

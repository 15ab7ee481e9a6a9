/**
 * What a user has decided about websites on this device: where nothing is saved, and what fields mean. Sealed, because it shows which
 * sites someone uses.
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
    /** Hosts, with their port unless it is the default one. @throws ClientError when no one is signed in. */
    excluded: read,
    /** From now on nothing is asked or saved there. */
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

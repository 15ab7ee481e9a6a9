/** What a person has said of websites on this device: where nothing is to be saved. Sealed: which sites somebody uses is nobody's business. */
import { context, uuidToBytes } from "@coffer/crypto";
import { type LocalSealDeps, localSeal } from "./local-seal.ts";

export type SitesApi = ReturnType<typeof sitesApi>;

/** One list per account and device. */
const EXCLUDED = "excluded";
const MOST = 1000;

export function sitesApi(deps: LocalSealDeps) {
  const kept = localSeal(deps, { purpose: "sites", slot: "sites", about: (accountId) => context("sites", uuidToBytes(accountId)) });
  const read = async (): Promise<readonly string[]> => ((await kept.find(EXCLUDED)) ?? []) as readonly string[];
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
  };
}

/**
 * A verified log on this device, so that a later start reads and verifies only what is new. It is sealed under the symmetric key, for this account and team. What does
 * not open, or was judged by another version, is verified again from the first entry. The pin in the trust store decides as ever whether it is the accepted log.
 */
import { RULES_NOW } from "@coffer/core/team/log-state";
import { context, DecryptError, u32, unwrap, uuidToBytes, wrap } from "@coffer/crypto";
import type { SharingContext } from "../sharing/context.ts";
import { readTrust } from "../sharing/trust-store.ts";
import type { VerifiedLog } from "./verified-log.ts";

/** Higher as soon as core/team/log.ts makes another state of the same entries. */
const VERSION = `1 ${RULES_NOW}`;
/** No scope has so many pieces; the next number is that of cached shares. */
const INDEX = 0xff_ff_ff_fe;

type Device = Pick<SharingContext, "records" | "keyring" | "scope">;

const placeOf = ({ personalScopeId }: ReturnType<Device["keyring"]>, teamId: string): string => `${personalScopeId}:log:${teamId}`;

const sealing = ({ symmetricKey, accountId, personalScopeId, keyEpoch }: ReturnType<Device["keyring"]>, teamId: string) => ({
  key: symmetricKey,
  purpose: "cache" as const,
  epoch: keyEpoch,
  context: context("cache", uuidToBytes(accountId), uuidToBytes(personalScopeId), uuidToBytes(teamId), u32(INDEX)),
});

interface Cached {
  readonly version: string;
  readonly log: VerifiedLog;
}

/** As far as this client has read each log: what was asked for earlier may come later. */
export class ReadLogs {
  readonly #byTeam = new Map<string, VerifiedLog>();

  get(teamId: string): VerifiedLog | undefined {
    return this.#byTeam.get(teamId);
  }

  keep(log: VerifiedLog): void {
    if (log.hashes.length >= (this.get(log.teamId)?.hashes.length ?? 0)) this.#byTeam.set(log.teamId, log);
  }

  clear(): void {
    this.#byTeam.clear();
  }
}

/** Of the teams whose logs this account has accepted. */
export class LogCache {
  /** The hash of the last entry that is stored, by team. */
  readonly #stored = new Map<string, string | undefined>();

  /** @returns null when there is none that counts, or another one than the accepted */
  async read(device: Device, teamId: string): Promise<VerifiedLog | null> {
    const pin = (await readTrust(device)).teams[teamId];
    const log = pin ? await readCachedLog(device, teamId) : null;
    if (!pin || !log || (log.hashes[pin.seq - 1] ?? pin.head) !== pin.head) return null;
    this.#stored.set(teamId, log.hashes.at(-1));
    return log;
  }

  /** Losing it only costs the time to verify everything again. */
  async write(device: Device, log: VerifiedLog): Promise<void> {
    const newest = log.hashes.at(-1);
    if (this.#stored.get(log.teamId) === newest) return;
    this.#stored.set(log.teamId, newest);
    await writeCachedLog(device, log);
  }
}

async function writeCachedLog({ records, keyring }: Device, log: VerifiedLog): Promise<void> {
  const ring = keyring();
  const cached: Cached = { version: VERSION, log };
  const text = JSON.stringify(cached, (_, value: unknown) => (value instanceof Map ? { map: [...value] } : value));
  const wrapped = await wrap({ ...sealing(ring, log.teamId), bytes: new TextEncoder().encode(text) });
  await records.writeOverviews(placeOf(ring, log.teamId), [wrapped]).catch(() => undefined);
}

async function readCachedLog({ records, keyring }: Device, teamId: string): Promise<VerifiedLog | null> {
  const ring = keyring();
  const [wrapped] = await records.readOverviews(placeOf(ring, teamId));
  if (wrapped === undefined) return null;
  try {
    const text = new TextDecoder().decode(await unwrap({ ...sealing(ring, teamId), wrapped }));
    const { version, log } = JSON.parse(text, (_, value: unknown) => (isMap(value) ? new Map(value.map) : value)) as Cached;
    return version === VERSION ? log : null;
  } catch (error) {
    if (error instanceof DecryptError) return null;
    throw error;
  }
}

const isMap = (value: unknown): value is { readonly map: [unknown, unknown][] } =>
  typeof value === "object" && value !== null && "map" in value && Array.isArray(value.map);

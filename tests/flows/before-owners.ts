/**
 * What the version of 2026-11-25 left behind (commit 24c472fc, before heads of shared scopes carried the owner's signature and items a maker's):
 * its database and three devices, made by its own code and kept in fixtures/before-owners.json.gz.
 *
 * Ann, an administrator, made the team "Engineering", into which Bob and Carol came by copied links; a mailed invitation for Dave and a copied one
 * for Erin are open. Her vault "Together" is shared with Bob (write) and Carol (read): "Ann's gate", which Bob has edited, "Bob's router", which
 * Ann has edited, and "Bob's camera". "Team's wifi" is shared with the team; "Ann's own" with no one.
 *
 * How it was made: in a work tree of that commit, a flow test let three people of `startWorld` do the above with the client's own verbs, waited
 * until the devices had written what they keep, and wrote the rows of all tables (`to_jsonb` of each row; without counters and the outbox) and
 * the contents of the memory stores of the devices.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { KeyStore, RecordStore, StoredScope } from "../../packages/client/src/types.ts";
import { restoreTables } from "./restore-tables.ts";
import type { Left } from "./server.ts";

type Name = "ann" | "bob" | "carol";

interface KeptScope {
  readonly id: string;
  readonly state: StoredScope;
  readonly records: Parameters<RecordStore["write"]>[2];
}

interface Fixture {
  readonly made: string;
  readonly serverSecret: string;
  readonly people: Readonly<Record<Name, { readonly id: string; readonly email: string; readonly password: string }>>;
  readonly teamId: string;
  readonly vaultId: string;
  readonly invitations: {
    readonly mailed: { readonly token: string };
    readonly copied: { readonly token: string; readonly fragment: string };
  };
  readonly devices: Readonly<
    Record<
      Name,
      {
        /** Base64. */
        readonly slots: Readonly<Record<string, string>>;
        readonly scopes: readonly KeptScope[];
        readonly overviews: Readonly<Record<string, readonly string[]>>;
      }
    >
  >;
  readonly tables: Readonly<Record<string, readonly { readonly tag?: string }[]>>;
}

const packed = readFileSync(new URL("./fixtures/before-owners.json.gz", import.meta.url));
export const BEFORE_OWNERS = JSON.parse(gunzipSync(packed).toString()) as Fixture;
const { tables, serverSecret, made, devices } = BEFORE_OWNERS;

export const leftBeforeOwners: Left = {
  files: { "server-secret": `${serverSecret}\n` },
  at: Date.parse(made),
  restore: (pool) =>
    restoreTables(pool, {
      migrations: (tables["public.migration"] ?? []).flatMap(({ tag }) => tag ?? []),
      list: "create table migration (tag text primary key, applied_at timestamptz not null default now())",
      tables,
    }),
};

/** The person's device, with what it kept. */
export async function fillDevice(name: Name, keys: KeyStore, records: RecordStore): Promise<void> {
  const { slots, scopes, overviews } = devices[name];
  for (const [slot, bytes] of Object.entries(slots)) await keys.set(slot, new Uint8Array(Buffer.from(bytes, "base64")));
  for (const { id, state, records: kept } of scopes) await records.write(id, state, kept, []);
  for (const [id, pieces] of Object.entries(overviews)) await records.writeOverviews(id, pieces);
}

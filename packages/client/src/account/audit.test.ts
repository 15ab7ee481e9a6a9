import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Call } from "../call.ts";
import { memoryKeyStore } from "../device/store.ts";
import type { AuditRow, KeyStore } from "../types.ts";
import { audit } from "./audit.ts";

const ACCOUNT = "0b5e2f0a-3c1d-4e6f-8a9b-1c2d3e4f5a6b";
const BEGINNING = "0".repeat(64);

/** Written from decision N-09, independently of the code that checks it. */
const hashed = (row: Omit<AuditRow, "hash">, accountId = ACCOUNT): AuditRow => ({
  ...row,
  hash: createHash("sha256")
    .update(JSON.stringify([row.previous, accountId, row.seq, row.at, row.event, row.device]))
    .digest("hex"),
});

/** Newest first, like the server's answer. */
function chain(count: number, device = "Firefox on Linux"): AuditRow[] {
  const rows: AuditRow[] = [];
  for (let seq = 1; seq <= count; seq++)
    rows.unshift(hashed({ seq, at: seq * 1000, event: "login.done", device, previous: rows[0]?.hash ?? BEGINNING }));
  return rows;
}

let keys: KeyStore;
beforeEach(() => {
  keys = memoryKeyStore();
});

const isWhole = async (events: readonly AuditRow[]): Promise<boolean> => {
  const call: Call = async () => ({ success: true, events, refused: [] }) as never;
  return (await audit({ call, keys, sessions: { owner: { accountId: ACCOUNT } } })).isWhole;
};

describe("the activity log", () => {
  it("is whole when every row follows from the previous one, even if older rows are not shown", async () => {
    const rows = chain(6);
    expect(await isWhole([])).toBe(true);
    expect(await isWhole(rows.slice(0, 3))).toBe(true);
    expect(await isWhole(rows)).toBe(true);
  });

  it("is not whole when a row was changed, left out, inserted, moved or taken from another account", async () => {
    const rows = chain(5);
    const [newest, second, ...older] = rows as [AuditRow, AuditRow, ...AuditRow[]];
    const lies: readonly (readonly AuditRow[])[] = [
      ...([{ event: "logout" }, { device: "x" }, { at: 1 }, { seq: 9 }, { previous: BEGINNING }, { hash: BEGINNING }] as const).map(
        (change) => [newest, { ...second, ...change }, ...older],
      ),
      [newest, ...older],
      [newest, second, second, ...older],
      [second, newest, ...older],
      rows.map(({ hash: _, ...row }) => hashed(row, "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c")),
      // Well-formed in itself, but the log of an account starts from the zero hash.
      [hashed({ seq: 1, at: 1, event: "login.done", device: "", previous: "ab".repeat(32) })],
      [hashed({ seq: 0, at: 1, event: "login.done", device: "", previous: BEGINNING })],
    ];
    for (const lie of lies) {
      keys = memoryKeyStore();
      expect(await isWhole(lie)).toBe(false);
    }
  });

  it("is not whole when it was rewritten or cut short since this device saw it", async () => {
    expect(await isWhole(chain(5))).toBe(true);
    expect(await isWhole(chain(7, "Chrome on Windows"))).toBe(false);
    expect(await isWhole(chain(4))).toBe(false);
    expect(await isWhole([])).toBe(false);
    expect(await isWhole(chain(7))).toBe(true);
    expect(await isWhole(chain(900).slice(0, 500))).toBe(true);
  });
});

/** A verified log on this device: read again for the account and team it was verified for, as long as it is the accepted one. */
import { fingerprint, toHex } from "@coffer/crypto";
import { expect, it } from "vitest";
import type { SharingContext } from "../sharing/context.ts";
import { changeTrust, withTeam } from "../sharing/trust-store.ts";
import { ownAccount } from "../testing/own-account.ts";
import { LogCache } from "./cached-log.ts";
import { emptyLog, pinOf, writeEntries } from "./verified-log.ts";

const [TEAM, OTHER] = ["5f0c1f0e-7a54-4c5e-9a52-0d6f0a3c1b11", "6f0c1f0e-7a54-4c5e-9a52-0d6f0a3c1b12"];

async function aLog(account: SharingContext) {
  const identity = await account.identity();
  const { accountId: id, email, publicKey } = identity;
  const founder = { id, email, key: toHex(await fingerprint(publicKey)) };
  const changes = [
    { kind: "found", founder, isMember: true, admins: ["invite_members"], check: "0".repeat(64) },
    { kind: "invite", email: "bob@example.com", roleId: 3 },
  ] as const;
  return (await writeEntries(emptyLog(TEAM), changes, identity, 1)).known;
}

it("is read as it was verified, while the trust store accepts it", async () => {
  const account = await ownAccount();
  const log = await aLog(account);
  await new LogCache().write(account, log);
  const read = (teamId = TEAM) => new LogCache().read(account, teamId);
  expect(await read()).toBeNull();
  await changeTrust(account, (store) => withTeam(store, TEAM, pinOf(log)));
  expect(await read()).toEqual(log);
  expect(await read(OTHER)).toBeNull();
  await changeTrust(account, (store) => withTeam(store, TEAM, { ...pinOf(log), seq: 1, head: log.hashes[0] ?? "" }));
  expect(await read(), "longer than the pin").toEqual(log);
  await changeTrust(account, (store) => withTeam(store, TEAM, { ...pinOf(log), head: "1".repeat(64) }));
  expect(await read(), "another log").toBeNull();
});

it("does not count when it was changed, moved to another team, or judged by another version", async () => {
  const account = await ownAccount();
  const log = await aLog(account);
  const places: string[] = [];
  const { records } = account;
  const noting = {
    ...account,
    records: {
      ...records,
      writeOverviews: async (place: string, pieces: readonly string[]) => {
        places.push(place);
        await records.writeOverviews(place, pieces);
      },
    },
  };
  await new LogCache().write(noting, log);
  await changeTrust(account, (store) => withTeam(withTeam(store, TEAM, pinOf(log)), OTHER, pinOf(log)));
  const [place = ""] = places;
  const [stored = ""] = await records.readOverviews(place);
  await records.writeOverviews(place.replace(TEAM, OTHER), [stored]);
  expect(await new LogCache().read(account, OTHER)).toBeNull();
  expect(await new LogCache().read(account, TEAM)).toEqual(log);
  await records.writeOverviews(place, [`${stored.slice(0, -4)}AAAA`]);
  expect(await new LogCache().read(account, TEAM)).toBeNull();
});

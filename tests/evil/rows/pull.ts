/** Lies about what is in the vault: records, their places, the trash, and the heads that list them. */
import { expect } from "vitest";
import type { WireRecord } from "../../../packages/contract/src/record.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { refused, type Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";

export interface Snapshot {
  data: Record<string, WireRecord[]>;
  scope: { id: string; seq: number; generation: number; epoch: number };
  heads: { seq: number; generation: number; head: string; signature: string | null }[];
  tombstones: string[];
  used: { id: string; at: number }[];
  epochs: { cred: number; recovery: number };
}

export const PULL = "/vault/all-items-data";

const passwords = ({ data }: Snapshot): WireRecord[] => data.passwords ?? [];
const live = (snapshot: Snapshot): WireRecord[] => passwords(snapshot).filter(({ deleted_at }) => !deleted_at);
const trashed = (snapshot: Snapshot): WireRecord[] => passwords(snapshot).filter(({ deleted_at }) => deleted_at);
function one<T>(all: readonly T[], index = 0): T {
  const found = all[index];
  if (found === undefined) throw new Error("The vault is not furnished");
  return found;
}
const set = (record: object, change: object): void => void Object.assign(record, change);
const flip = (text: string, at: number): string => {
  const other = text[at] === "A" ? "B" : "A";
  return text.slice(0, at) + other + text.slice(at + 1);
};

/** To a device that has just signed in and knows nothing. */
const toNewDevice = (attack: string, does: string, lie: (snapshot: Snapshot) => void, code: string): Row => ({
  attack,
  does,
  answer: `stops the scope: ${code}`,
  onlyReads: true,
  run: async (stage) => {
    const client = await stage.newDevice();
    stage.lie(PULL, (snapshot: Snapshot) => lie(snapshot));
    await refused(stage, () => client.vault.pull(), { name: "IntegrityError", code });
    expect(client.vault.contents()).toBeNull();
  },
});

/** To a device that has seen the vault; `first` happens on another device. */
const toKnownDevice = (
  attack: string,
  does: string,
  {
    first,
    lie,
    code,
  }: { first?: (stage: Stage) => Promise<unknown>; lie: (snapshot: Snapshot, earlier: Snapshot) => unknown; code: string },
): Row => ({
  attack,
  does,
  answer: `stops the scope: ${code}; what the device has stays`,
  run: async (stage) => {
    const { client } = stage.ann;
    let earlier: Snapshot | undefined;
    stage.lie(PULL, (snapshot: Snapshot) => {
      earlier = structuredClone(snapshot);
    });
    const other = await stage.newDevice();
    await other.vault.pull();
    stage.honest();
    await client.vault.pull();
    if (first) await first(stage);
    const before = client.vault.contents()?.items.length;
    stage.lie(PULL, (snapshot: Snapshot) => lie(snapshot, structuredClone(earlier ?? snapshot)));
    await refused(stage, () => client.vault.pull(), { name: "IntegrityError", code });
    expect(client.vault.contents()?.items).toHaveLength(before ?? 0);
    await refused(stage, () => client.vault.create({ draft: aLogin({ title: "Made in the attack" }) }), { name: "IntegrityError" });
  },
});

/**
 * The record itself does not open; everything else does.
 * @param isListed - lists show the changed field, so they say so before the item is opened.
 */
const tampered = (attack: string, does: string, lie: (snapshot: Snapshot) => void, isListed = false): Row => ({
  attack,
  does,
  answer: `shows "(Decryption failed)" for that item alone${isListed ? ", in lists too" : ""}, and never saves it again`,
  onlyReads: true,
  run: async (stage) => {
    const client = await stage.newDevice();
    stage.lie(PULL, (snapshot: Snapshot) => lie(snapshot));
    const { items } = await client.vault.pull();
    if (isListed) expect(items.filter(({ state }) => state === "tampered")).toHaveLength(1);
    const broken = await Promise.all(items.map(({ id }) => client.vault.open({ id })));
    const states = broken.map(({ state }) => state);
    expect(states.filter((state) => state === "tampered")).toHaveLength(1);
    const base = one(broken.filter(({ state }) => state === "tampered"));
    await refused(stage, () => client.vault.update({ base, draft: aLogin() }), { name: "ClientError" });
  },
});

const FIELDS = ["title", "encrypted_username", "encrypted_password", "website_url"] as const;
const isListed = (name: (typeof FIELDS)[number]): boolean => name !== "encrypted_password";
const swaps = FIELDS.flatMap((name) => FIELDS.filter((other) => other !== name).map((other) => [name, other] as const));

export const RECORDS: readonly Row[] = [
  ...swaps.map(([name, other]) =>
    tampered(
      "7, 10",
      `puts the ciphertext of ${other} where ${name} is`,
      (snapshot) => set(one(live(snapshot)), { [name]: one(live(snapshot))[other] }),
      isListed(name),
    ),
  ),
  ...FIELDS.map((name) =>
    tampered(
      "7, 10",
      `puts another item's ${name} in its place`,
      (snapshot) => set(one(live(snapshot)), { [name]: one(live(snapshot), 1)[name] }),
      isListed(name),
    ),
  ),
  ...[10, 30, 60].map((at) =>
    tampered("13", `flips bits at character ${at} of a password`, (snapshot) => {
      const record = one(live(snapshot));
      set(record, { encrypted_password: flip(String(record.encrypted_password), at) });
    }),
  ),
  tampered("13", "cuts a field short", (snapshot) => {
    const record = one(live(snapshot));
    set(record, { encrypted_password: String(record.encrypted_password).slice(0, -4) });
  }),
  ...FIELDS.map((name) =>
    tampered("6, 14", `leaves ${name} out`, (snapshot) => {
      delete (one(live(snapshot)) as Record<string, unknown>)[name];
    }),
  ),
  tampered("6, 14", "adds a field that the seal does not list", (snapshot) =>
    set(one(live(snapshot)), { favicon_url: one(live(snapshot)).website_url }),
  ),
  tampered("7, 10", "gives a record the seal of another", (snapshot) => set(one(live(snapshot)), { seal: one(live(snapshot), 1).seal })),
];

export const LISTS: readonly Row[] = [
  toNewDevice("15, 16", "leaves an item out", (snapshot) => void passwords(snapshot).splice(0, 1), "omitted"),
  toNewDevice(
    "15, 16",
    "adds its own item",
    (snapshot) => void passwords(snapshot).push({ ...one(live(snapshot)), id: crypto.randomUUID() }),
    "unlisted",
  ),
  toNewDevice("15, 16", "shows another revision", (snapshot) => set(one(live(snapshot)), { revision: 7 }), "stale"),
  toNewDevice("15, 16", "shows another save", (snapshot) => set(one(live(snapshot)), { saveId: "00".repeat(16) }), "stale"),
  toNewDevice(
    "6, 14",
    "shows a login among the notes",
    (snapshot) =>
      void snapshot.data.notes?.push(
        ...passwords(snapshot)
          .splice(0, 1)
          .map((record) => ({ ...record, itemType: "note" as const })),
      ),
    "stale",
  ),
  toNewDevice(
    "6, 14, S3",
    "moves “Bank” into the vault “Junk”",
    (snapshot) => {
      const record = one(live(snapshot));
      // Their order is random, and its current vault would be no lie.
      const others = (snapshot.data.categories ?? []).filter(({ id }) => id !== record.category_id);
      return set(record, { category_id: one(others).id });
    },
    "stale",
  ),
  toNewDevice(
    "6, 14, S3",
    "takes an item out of its vault",
    (snapshot) => {
      for (const record of live(snapshot)) set(record, { category_id: null });
    },
    "stale",
  ),
  toNewDevice(
    "6, 14, S3",
    "turns a star",
    (snapshot) => {
      for (const record of live(snapshot)) (record as { favourite: boolean }).favourite = !record.favourite;
    },
    "stale",
  ),
  toNewDevice("6, 14, S3", "turns auto-login on", (snapshot) => set(one(live(snapshot)), { auto_login: true }), "stale"),
  toNewDevice("6, 14, S3", "colours a vault", (snapshot) => set(one(snapshot.data.categories ?? []), { color: "#ff0000" }), "stale"),
  toNewDevice("S8", "brings an item back from the trash", (snapshot) => set(one(trashed(snapshot)), { deleted_at: null }), "stale"),
  toNewDevice("S8", "hides an item in the trash", (snapshot) => set(one(live(snapshot)), { deleted_at: Date.now() }), "stale"),
  toNewDevice(
    "S8",
    "makes what was trashed vanish",
    (snapshot) => void passwords(snapshot).splice(passwords(snapshot).indexOf(one(trashed(snapshot))), 1),
    "omitted",
  ),
  toNewDevice(
    "S8",
    "claims another time of trashing",
    (snapshot) => set(one(trashed(snapshot)), { deleted_at: 1_700_000_000_000 }),
    "stale",
  ),
  {
    attack: "S3",
    does: "claims that nothing is Ann's and that she may only read",
    answer: "believes the kind of the scope: she owns and may write",
    onlyReads: true,
    run: async (stage) => {
      const client = await stage.newDevice();
      stage.lie(PULL, (snapshot: Snapshot) => {
        for (const record of Object.values(snapshot.data).flat())
          set(record, { is_owner: false, is_shared: true, permission_level: "read" });
      });
      const { items } = await client.vault.pull();
      expect(items.map(({ isOwner, permission }) => [isOwner, permission])).toEqual(items.map(() => [true, "write"]));
    },
  },
  {
    attack: "6, 14",
    does: "claims other times of creation and change",
    answer: "shows the sealed times",
    onlyReads: true,
    run: async (stage) => {
      const client = await stage.newDevice();
      stage.lie(PULL, (snapshot: Snapshot) => {
        for (const record of live(snapshot)) set(record, { created_at: 1, updated_at: 2 });
      });
      const { items } = await client.vault.pull();
      for (const { createdAt, updatedAt } of items) expect(Math.min(createdAt, updatedAt)).toBeGreaterThan(1_000_000_000_000);
    },
  },
];

const save =
  ({ ann, world }: Stage, title = "Made in the attack, elsewhere") =>
  async () => {
    void world;
    const { client } = await ann.device("phone");
    await client.vault.create({ draft: aLogin({ title }) });
  };

export const HEADS: readonly Row[] = [
  toNewDevice("15", "says that there are heads after the newest it shows", ({ scope }) => set(scope, { seq: scope.seq + 1 }), "fork"),
  toNewDevice("15", "shows a head that comes after the newest it names", ({ scope }) => set(scope, { seq: scope.seq - 1 }), "fork"),
  toNewDevice(
    "15",
    "shows a head of another generation",
    ({ scope, heads }) =>
      [scope, ...heads].forEach((head) => {
        set(head, { generation: 2 });
      }),
    "fork",
  ),
  toNewDevice(
    "S1",
    "shows a head without its signature",
    ({ heads }) =>
      heads.forEach((head) => {
        set(head, { signature: null });
      }),
    "fork",
  ),
  toNewDevice(
    "S1",
    "shows a head with a garbage signature",
    ({ heads }) =>
      heads.forEach((head) => {
        set(head, { signature: "A".repeat(86) });
      }),
    "fork",
  ),
  toNewDevice(
    "13",
    "flips a bit of the head",
    ({ heads }) =>
      heads.forEach((head) => {
        set(head, { head: flip(head.head, 90) });
      }),
    "fork",
  ),
  toNewDevice("17", "says that the scope is another", ({ scope }) => set(scope, { id: crypto.randomUUID() }), "fork"),
  toNewDevice("24", "says that the scope's key was replaced", ({ scope }) => set(scope, { epoch: 2 }), "fork"),
  toNewDevice("24, S7", "says that an older recovery copy is the newest", (snapshot) => set(snapshot.epochs, { recovery: 2 }), "rollback"),
  toNewDevice("24, S7", "says other credentials than the head", (snapshot) => set(snapshot.epochs, { cred: 2 }), "rollback"),
  toKnownDevice("15", "goes back behind what the device has seen", {
    first: async (stage) => {
      await stage.ann.client.vault.create({ draft: aLogin({ title: "Made in the attack, before" }) });
    },
    lie: (_, earlier) => earlier,
    code: "rollback",
  }),
  toKnownDevice("15", "leaves a head out", {
    first: async (stage) => {
      await save(stage)();
      await save(stage)();
    },
    lie: ({ heads }) => void heads.shift(),
    code: "fork",
  }),
  toKnownDevice("15", "shows the heads in the wrong order", {
    first: async (stage) => {
      await save(stage)();
      await save(stage)();
    },
    lie: ({ heads }) => void heads.reverse(),
    code: "fork",
  }),
  toKnownDevice("15", "gives the newest head to an old seq", {
    first: (stage) => save(stage)(),
    lie: ({ heads }) =>
      heads.forEach((head, index) => {
        set(head, { head: heads.at(-1 - index)?.head, seq: head.seq + 1 });
      }),
    code: "fork",
  }),
  toKnownDevice("15", "hides a change of another device from the records, not from the heads", {
    first: (stage) => save(stage)(),
    lie: ({ data }) => {
      for (const list of Object.values(data)) list.length = 0;
    },
    code: "omitted",
  }),
  toKnownDevice("15, S8", "says that an item was purged", {
    // The lie is repeated when the client fetches everything again before it reports an error.
    lie: (snapshot, earlier) => {
      const { id } = one(live(earlier));
      snapshot.tombstones.push(id);
      for (const [name, list] of Object.entries(snapshot.data)) snapshot.data[name] = list.filter((record) => record.id !== id);
    },
    code: "omitted",
  }),
  toKnownDevice("S8", "brings an older save back", {
    first: async ({ ann }) => {
      const phone = (await ann.device("phone")).client;
      const { items } = await phone.vault.pull();
      const base = await phone.vault.open({ id: one(items).id });
      await phone.vault.update({ base, draft: aLogin({ title: "Made in the attack, changed" }) });
    },
    lie: (snapshot, earlier) => {
      for (const record of passwords(snapshot)) set(record, passwords(earlier).find(({ id }) => id === record.id) ?? {});
    },
    code: "stale",
  }),
];

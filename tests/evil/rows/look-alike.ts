/** Oracle O5: whatever is wrong with a text, the server learns nothing from the client's next requests. */
import { expect } from "vitest";
import type { WireRecord } from "../../../packages/contract/src/record.ts";
import { headerOf } from "../../../packages/crypto/src/header.ts";
import {
  concat,
  context,
  fromBase64Url,
  fromHex,
  open,
  randomBytes,
  seal,
  toBase64Url,
  u8,
  u64,
  utf8,
  uuidToBytes,
} from "../../../packages/crypto/src/index.ts";
import { encryptAesGcm } from "../../../packages/crypto/src/primitives.ts";
import type { Stage } from "../evil-server.ts";
import { type Forge, forgeOf } from "../forge.ts";
import type { Row } from "../row.ts";
import { PULL, type Snapshot } from "./pull.ts";

const flip = (text: string, at: number): string =>
  text.slice(0, at) + (text.at(at) === "A" ? "B" : "A") + (at === -1 ? "" : text.slice(at + 1));
const PASSWORD = 1;

function contextOf({ keys }: Forge, { id, revision, saveId }: WireRecord, name: string): Uint8Array {
  return context("field", uuidToBytes(keys.scopeId), uuidToBytes(id), u8(PASSWORD), utf8(name), u64(revision), fromHex(saveId));
}

/** Sealed with Ann's own keys, which no server has: tests whether the client reveals the difference. */
async function badlyPadded(forge: Forge, record: WireRecord): Promise<string> {
  const bound = { purpose: "field", epoch: forge.keys.epoch, context: contextOf(forge, record, "password") } as const;
  const [header, nonce] = [headerOf(bound), randomBytes(12)];
  const body = await encryptAesGcm(forge.keys.fieldKey, nonce, new Uint8Array(32), concat(header, bound.context));
  return `2.${toBase64Url(concat(header, nonce, body))}`;
}
const notJson = (forge: Forge, record: WireRecord): Promise<string> =>
  seal({
    key: forge.keys.fieldKey,
    text: "{no JSON",
    purpose: "recordSeal",
    epoch: forge.keys.epoch,
    context: contextOf(forge, record, ":seal"),
  });

type Spoil = (record: WireRecord, forge: Forge) => object | Promise<object>;
const SPOILS: readonly (readonly [name: string, spoil: Spoil])[] = [
  ["nothing", () => ({})],
  ["tag", ({ encrypted_password }) => ({ encrypted_password: flip(String(encrypted_password), 100 % String(encrypted_password).length) })],
  ["header", ({ encrypted_password }) => ({ encrypted_password: flip(String(encrypted_password), 3) })],
  ["letters", ({ encrypted_password }) => ({ encrypted_password: String(encrypted_password).slice(0, -1) })],
  ["padding", async (record, forge) => ({ encrypted_password: await badlyPadded(forge, record) })],
  ["JSON", async (record, forge) => ({ seal: await notJson(forge, record) })],
  ["seal", ({ seal: text }) => ({ seal: flip(text, 40) })],
];

/** @returns what a new device asks for when one record is spoilt so, and what it shows of that record. */
async function traceOf(stage: Stage, forge: Forge, spoil: Spoil) {
  stage.honest();
  const client = await stage.newDevice();
  const from = stage.sent.length;
  let spoilt = "";
  const [live] = await new Promise<WireRecord[]>((resolve) => {
    stage.lie(PULL, ({ data }: Snapshot) => resolve((data.passwords ?? []).filter(({ deleted_at }) => !deleted_at)));
    void stage.newDevice().then((other) => other.vault.pull());
  });
  stage.honest();
  if (!live) throw new Error("Nothing lives");
  const change = await spoil(live, forge);
  spoilt = live.id;
  const begin = Math.max(from, stage.sent.length);
  stage.lie(PULL, ({ data }: Snapshot) => {
    for (const record of data.passwords ?? []) if (record.id === spoilt) Object.assign(record, change);
  });
  const { items } = await client.vault.pull();
  const opened = await client.vault.open({ id: spoilt });
  await client.vault.pull();
  return {
    trace: stage.sent.slice(begin).map(({ method, url }) => `${method} ${url.replace(/\?.*/, "")}`),
    state: opened.state,
    count: items.length,
  };
}

export const LOOK_ALIKE: readonly Row[] = [
  {
    attack: "28, 30",
    does: "damages a record in every way: tag, header, letters, padding, JSON, seal",
    answer: "shows it as tampered and the others whole, and sends the same requests as when nothing is wrong",
    onlyReads: true,
    run: async (stage) => {
      const forge = await forgeOf(stage);
      const traces = new Map<string, Awaited<ReturnType<typeof traceOf>>>();
      for (const [name, spoil] of SPOILS) traces.set(name, await traceOf(stage, forge, spoil));
      const honest = traces.get("nothing");
      for (const [name, { trace, state, count }] of traces) {
        expect([name, trace], "asked for").toEqual([name, honest?.trace]);
        expect([name, state, count]).toEqual([name, name === "nothing" ? "intact" : "tampered", honest?.count]);
      }
    },
  },
  {
    attack: "28",
    does: "sends ten thousand malformed texts and watches what comes back",
    answer: "every refusal is the same, and no request follows from one",
    onlyReads: true,
    run: async (stage) => {
      const { keys } = await forgeOf(stage);
      const bound = { purpose: "field", epoch: keys.epoch, context: context("field", u8(1)) } as const;
      const text = await seal({ ...bound, key: keys.fieldKey, text: "of value" });
      const bytes = fromBase64Url(text.slice(2));
      const from = stage.sent.length;
      const messages = new Set<string>();
      for (let at = 0; at < 10_000; at++) {
        const spoilt = bytes.map((byte, index) => (index === at % bytes.length ? byte ^ (1 + (at % 255)) : byte));
        // A third is cut off and a third goes on, too.
        const other =
          at % 3 === 0 ? spoilt : at % 3 === 1 ? spoilt.subarray(0, at % bytes.length) : concat(spoilt, bytes.subarray(0, 1 + (at % 48)));
        const refusal = await open({ ...bound, key: keys.fieldKey, sealed: `2.${toBase64Url(other)}` }).catch((error: Error) => error);
        messages.add(refusal instanceof Error ? `${refusal.name} ${refusal.message} ${String(refusal.cause)}` : "opened");
      }
      expect([...messages]).toHaveLength(1);
      expect([...messages].join()).toMatch(/^DecryptError/);
      expect(stage.sent.slice(from)).toEqual([]);
    },
  },
];

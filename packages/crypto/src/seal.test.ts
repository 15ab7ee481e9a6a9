import { createDecipheriv, hkdfSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { context, contextAround } from "./context.ts";
import { fromBase64Url, toBase64Url, u32, utf8, uuidToBytes } from "./encoding.ts";
import { deriveFieldKey, generateKey } from "./keys.ts";
import { PURPOSES, type Purpose } from "./purpose.ts";
import { open, seal } from "./seal.ts";
import { refusal } from "./testing/refusal.ts";

const scope = "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c";
const scopeKey = generateKey();
const key = await deriveFieldKey(scopeKey, scope, 2);
const fieldContext = (name: string, save = "save 1") => context("field", uuidToBytes(scope), utf8("item"), utf8(name), utf8(save));
const binding = { purpose: "field" as Purpose, epoch: 2, context: fieldContext("password") };

describe("seal", () => {
  it("returns any text exactly as typed", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("", "\ufeff", "\0", "e\u0301", "\u00e9", "\ufb01"),
    );
    await fc.assert(
      fc.asyncProperty(text, async (typed) => {
        const sealed = await seal({ ...binding, key, text: typed });
        expect(sealed).toMatch(/^2\.[A-Za-z0-9_-]{90,}$/);
        expect(await open({ ...binding, key, sealed })).toBe(typed);
      }),
      { numRuns: 300 },
    );
  });

  it("returns long texts", async () => {
    for (const length of [1_023, 1_024, 1_025, 65_536]) {
      const text = "x".repeat(length);
      expect(await open({ ...binding, key, sealed: await seal({ ...binding, key, text }) })).toBe(text);
    }
  });

  it("can be opened by hand, step by step (security design §3)", async () => {
    const raw = Buffer.from((await seal({ ...binding, key, text: "1234" })).slice(2), "base64url");
    expect(raw.subarray(0, 7).toString("hex")).toBe("01011000000002");
    const rawKey = Buffer.from(hkdfSync("sha256", scopeKey, new Uint8Array(0), context("field-key", uuidToBytes(scope), u32(2)), 32));
    const decipher = createDecipheriv("aes-256-gcm", rawKey, raw.subarray(7, 19));
    decipher.setAAD(Buffer.concat([raw.subarray(0, 7), binding.context])).setAuthTag(raw.subarray(-16));
    const padded = Buffer.concat([decipher.update(raw.subarray(19, -16)), decipher.final()]);
    expect(padded).toEqual(Buffer.concat([Buffer.from("1234"), Buffer.from([0x80]), Buffer.alloc(27)]));
  });

  it("hides the length of a short text and never writes the same text twice", async () => {
    const [a, b, c] = await Promise.all(["", "1234", "x".repeat(31)].map((text) => seal({ ...binding, key, text })));
    expect(a?.length).toBe(b?.length);
    expect(b?.length).toBe(c?.length);
    expect(await seal({ ...binding, key, text: "1" })).not.toBe(await seal({ ...binding, key, text: "1" }));
  });

  it("replaces half of a surrogate pair by the replacement character", async () => {
    expect(await open({ ...binding, key, sealed: await seal({ ...binding, key, text: "a\ud800" }) })).toBe("a\ufffd");
  });
});

describe("open", () => {
  it("reads the text as a string and as bytes in a data field (spec 2 §1)", async () => {
    const sealed = await seal({ ...binding, key, text: "a text" });
    const data = [...Buffer.from(sealed)];
    for (const form of [sealed, { data }, { type: "Buffer", data }, JSON.parse(JSON.stringify(Buffer.from(sealed)))]) {
      expect(await open({ ...binding, key, sealed: form })).toBe("a text");
    }
  });

  it("opens concurrent requests independently", async () => {
    const [scopeId, one] = [uuidToBytes(scope), utf8("item")];
    const contextOf = contextAround("field", [scopeId, one], [utf8("save 1")]);
    const names = Array.from({ length: 200 }, (_, at) => `name ${100 + at}`);
    const sealed = await Promise.all(names.map((name) => seal({ ...binding, context: contextOf(utf8(name)), key, text: name })));
    // The buffer is shared by all texts of the same length: the platform must have copied one before the next is written.
    const opened = names.map((name, at) => open({ ...binding, context: fieldContext(name), key, sealed: sealed[at] }));
    expect(await Promise.all(opened)).toEqual(names);
  });

  it("refuses every other format, always with the same error", async () => {
    const sealed = await seal({ ...binding, key, text: "a text" });
    const data = [...Buffer.from(sealed)];
    const forms = [
      null,
      undefined,
      7,
      "",
      "2.",
      {},
      { data: sealed },
      { data: null },
      { data: [] },
      { type: "Blob", data },
      data,
      [sealed],
      { data: [...data, 256] },
    ];
    const more = [
      { data: data.map(String) },
      { data: [...data, 0.5] },
      { data: [0xff, ...data] },
      `1.${sealed.slice(2)}`,
      `${sealed}=`,
      `${sealed}A`,
      sealed.slice(2),
    ];
    const said = await Promise.all([...forms, ...more].map((form) => refusal(open({ ...binding, key, sealed: form }))));
    expect(new Set(said.map((words) => JSON.stringify(words))).size).toBe(1);
  });

  it("refuses a stranger's key and every other purpose, epoch and context", async () => {
    const sealed = await seal({ ...binding, key, text: "a text" });
    const keys = await Promise.all([deriveFieldKey(generateKey(), scope, 2), deriveFieldKey(scopeKey, scope, 3)]);
    for (const other of keys) await refusal(open({ ...binding, key: other, sealed }));
    const purposes = Object.keys(PURPOSES).filter((purpose): purpose is Purpose => purpose !== "field");
    for (const purpose of purposes) await refusal(open({ ...binding, purpose, key, sealed }));
    for (const epoch of [0, 1, 3, 2 ** 32, 2.5]) await refusal(open({ ...binding, epoch, key, sealed }));
    await refusal(open({ ...binding, context: fieldContext("username"), key, sealed }));
  });

  it("refuses the text with any one bit changed", async () => {
    const bytes = fromBase64Url((await seal({ ...binding, key, text: "x" })).slice(2));
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      await refusal(open({ ...binding, key, sealed: `2.${toBase64Url(changed)}` }));
    }
  });

  it("refuses every cut of the text", async () => {
    const sealed = await seal({ ...binding, key, text: "x" });
    for (let length = 0; length < sealed.length; length += 1) await refusal(open({ ...binding, key, sealed: sealed.slice(0, length) }));
  });

  it("refuses every field in the place of every other, and a field of another save", async () => {
    const contexts = ["save 1", "save 2"].flatMap((save) =>
      ["name", "username", "password", "website_url"].map((name) => fieldContext(name, save)),
    );
    const sealed = await Promise.all(contexts.map((own) => seal({ ...binding, context: own, key, text: "same" })));
    for (const [i, text] of sealed.entries()) {
      for (const [j, place] of contexts.entries()) {
        const attempt = open({ ...binding, context: place, key, sealed: text });
        if (i === j) expect(await attempt).toBe("same");
        else await refusal(attempt);
      }
    }
  });
});

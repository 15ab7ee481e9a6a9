/** An answer read while it arrives: rows are passed on early, only a complete answer is accepted, and one bad line spoils all of it. */
import { api } from "@coffer/contract/api";
import { toWire } from "@coffer/contract/record";
import { beforeAll, describe, expect, it } from "vitest";
import type { OnRows } from "./answer-reader.ts";
import { AnswerError, createCall } from "./call.ts";
import { ownScopeKeys, sealedRecord } from "./testing/own-scope.ts";

const ID = "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11";
const END = `"scope":{"id":"${ID}","kind":"personal","seq":1,"generation":1,"epoch":1},"heads":[],"tombstones":[],"epochs":null,"used":[],"scopes":[],"trust":null,"members":null}`;
const LISTS = ["passwords", "cards", "banks", "personals", "categories"];
let rows: readonly string[];
beforeAll(async () => {
  const keys = await ownScopeKeys();
  const made = await Promise.all(["One", "Two", "Three"].map((name) => sealedRecord(keys, "note", { name, notes: "line\nline" })));
  rows = made.map((record) => JSON.stringify(toWire(record, { isOwner: true, permission: "write" }, ID)));
});

/** @param notes - the list of notes in the answer. */
const answer = (notes: string): string => {
  const empty = LISTS.map((list) => `"${list}":[]`).join(",");
  return `{"success":true,"data":{"notes":${notes},${empty}},${END}`;
};
const inLines = (...pieces: readonly string[]): string => `[${pieces.map((piece) => `\n${piece}\n`).join(",")}]`;

/** A server whose answer arrives in these parts. */
function pulling(parts: readonly string[], onRows?: OnRows, status = 200) {
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      for (const part of parts) stream.enqueue(new TextEncoder().encode(part));
      stream.close();
    },
  });
  const fetch = async () => new Response(body, { status });
  const call = createCall({ origin: "http://localhost", fetch, token: () => "a.b.c", onUnauthorized: async () => {} });
  return call(api.vault.pull, {}, undefined, onRows);
}

describe("an answer in lines", () => {
  it("is the same however it is divided", async () => {
    const [one = "", two = "", three = ""] = rows;
    const whole = await pulling([answer(`[${rows.join(",")}]`)]);
    expect(whole.data.notes).toHaveLength(3);
    const text = answer(inLines(`${one},${two}`, three));
    for (const size of [1, 7, 1000, text.length]) {
      const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
      expect(await pulling(parts)).toEqual(whole);
    }
  });

  it("is passed on row by row before its end has arrived", async () => {
    const [one = "", two = ""] = rows;
    const text = answer(inLines(one, two));
    const heard: string[] = [];
    let goOn = (): void => undefined;
    const isHeard = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const [early, late] = [text.slice(0, text.indexOf(`\n,\n`) + 1), text.slice(text.indexOf(`\n,\n`) + 1)];
    const body = new ReadableStream<Uint8Array>({
      pull: async (stream) => {
        if (heard.length === 0) return stream.enqueue(new TextEncoder().encode(heard.push("asked") ? early : ""));
        await isHeard; // the rest arrives only after the first row was passed on
        stream.enqueue(new TextEncoder().encode(late));
        stream.close();
      },
    });
    const fetch = async () => new Response(body);
    const call = createCall({ origin: "http://localhost", fetch, token: () => "a.b.c", onUnauthorized: async () => {} });
    const { data } = await call(api.vault.pull, {}, undefined, (list, some) => {
      heard.push(`${list} ${some.length}`);
      goOn();
    });
    expect(heard).toEqual(["asked", "notes 1", "notes 1"]);
    expect(data.notes).toHaveLength(2);
  });

  it("leaves the page its turn between pieces that arrive at once", async () => {
    const heard: string[] = [];
    await pulling([answer(inLines(...rows))], () => {
      heard.push("piece");
      setImmediate(() => heard.push("turn"));
    });
    expect(heard).toEqual(["piece", "turn", "piece", "turn", "piece", "turn"]);
  });

  it.each([
    ["a row that is no record", () => inLines('{"id":"1"}')],
    ["a line that is no JSON", () => inLines(`${rows[0]},`)],
    ["a number in place of rows", () => `[\n${rows[0]}\n,7]`],
    ["more rows outside of the lines", () => `[\n${rows[0]}\n,${rows[1]}]`],
    ["rows twice", () => `[\n${rows[0]}\n,0]`],
  ])("is refused with %s", async (_, notes) => {
    await expect(pulling([answer(notes())])).rejects.toBeInstanceOf(AnswerError);
  });

  it("is refused when rows are in a list that is not theirs", async () => {
    const text = answer(inLines(rows[0] ?? "")).replace('"passwords":[]', '"passwords":[0]');
    await expect(pulling([text])).rejects.toBeInstanceOf(AnswerError);
  });

  it("keeps rows of an unknown list as they came", async () => {
    const text = answer("[]").replace('"notes":[],', '"notes":[],"x_7":[\n{"id":"later"}\n],');
    const { data } = await pulling([text]);
    expect(data.x_7).toEqual([{ id: "later" }]);
  });

  it("is refused if it is a page from a proxy, and read as a refusal if it is one", async () => {
    await expect(pulling(["<html>\n<p>Sign in\n</html>"])).rejects.toBeInstanceOf(AnswerError);
    const refusal = '{\n"success": false,\n"code": "not_found"\n}';
    await expect(pulling([refusal], undefined, 404)).rejects.toMatchObject({ code: "not_found" });
  });
});

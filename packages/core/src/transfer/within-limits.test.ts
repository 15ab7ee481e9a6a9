/** Lists of an item that are too long for their field: as much as fits is kept, and what goes together stays together. */
import { describe, expect, it } from "vitest";
import { FIELD_MAX_BYTES } from "../constants.ts";
import { type Passkey, type PasskeyKey, readPasskeyKeys, readPasskeys, writePasskeyKeys, writePasskeys } from "../items/passkeys.ts";
import { readCustomFields, readHistory } from "../items/structured-fields.ts";
import { Draft } from "./draft.ts";
import { withinLimits } from "./within-limits.ts";

const LOGIN = { title: "a", password: "p" };

describe("earlier passwords", () => {
  const within = (entries: readonly { readonly value: string; readonly at: number }[]) => {
    const { fields, messages } = withinLimits("password", { ...LOGIN, password_history: JSON.stringify(entries) });
    return [readHistory(fields.password_history ?? "").map(({ at }) => at), messages];
  };

  it("are kept from the newest on, as far as they fit", () => {
    const entries = [3, 1, 2].map((at) => ({ value: "x".repeat(30_000), at }));
    expect(within(entries)).toEqual([
      [3, 2],
      ['Together the earlier passwords of this line are longer than 64 KB; left out: "Earlier password".'],
    ]);
  });

  it("without one that is too long by itself", () => {
    expect(within([{ value: "x".repeat(70_000), at: 3 }, ...[2, 1].map((at) => ({ value: "y", at }))])).toEqual([
      [2, 1],
      ['"Earlier password" is longer than 64 KB; it was left out.'],
    ]);
  });
});

it("earlier passwords of another program's file that do not fit into their list stay as values of their own", () => {
  const draft = new Draft();
  draft.name = "a";
  draft.set("password", "p");
  for (const [at, letter] of ["x", "y", "z"].entries()) draft.past(letter.repeat(30_000), 10 - at);
  const reading = draft.finish(1);
  const { password_history = "", custom_fields = "" } = ("candidate" in reading && reading.candidate?.fields) || {};
  expect(readHistory(password_history).map(({ value }) => value[0])).toEqual(["x", "y"]);
  expect(readCustomFields(custom_fields).map(({ label, value }) => [label, value[0]])).toEqual([["Earlier password", "z"]]);
});

describe("passkeys", () => {
  const aPasskey = (id: string, name = ""): Passkey => ({
    ...{ id, rpId: `${id}.example`, rpName: "", user: "u", name, displayName: "", alg: -7, at: 1, prf: false, state: "kept", since: 1 },
  });
  const aKey = (id: string, length = 200): PasskeyKey => ({ id, key: "k".repeat(length), prfUv: "", prfNoUv: "" });
  const within = (passkeys: readonly Passkey[], keys: readonly PasskeyKey[]) => {
    const lists = { x_passkeys: writePasskeys(passkeys), x_passkey_keys: writePasskeyKeys(keys) };
    const { fields, messages } = withinLimits("password", { ...LOGIN, ...lists });
    const { x_passkeys = "", x_passkey_keys = "" } = fields;
    expect(Math.max(x_passkeys.length, x_passkey_keys.length)).toBeLessThanOrEqual(FIELD_MAX_BYTES);
    return { passkeys: readPasskeys(x_passkeys).map(({ id }) => id), keys: readPasskeyKeys(x_passkey_keys).map(({ id }) => id), messages };
  };

  it("go with their keys, where those are too much together: none is left that could not sign in", () => {
    const keys = [aKey("a", 30_000), aKey("b", 31_000), aKey("c", 100), aKey("d", 29_000)];
    expect(
      within(
        ["a", "b", "c", "d"].map((id) => aPasskey(id)),
        keys,
      ),
    ).toEqual({
      passkeys: ["a", "c", "d"],
      keys: ["a", "c", "d"],
      messages: ['Together the passkeys of this line are longer than 64 KB; left out: "Passkey of b.example".'],
    });
  });

  it("and keys go with their passkeys, where there are too many of those", () => {
    const ids = Array.from({ length: 700 }, (_, at) => `id${at}`);
    const { passkeys, keys, messages } = within(
      ids.map((id) => aPasskey(id, "n".repeat(60))),
      ids.map((id) => aKey(id, 1)),
    );
    expect(passkeys.length).toBeGreaterThan(200);
    expect(passkeys.length).toBeLessThan(700);
    expect(keys).toEqual(passkeys);
    expect(messages).toEqual([expect.stringMatching(/^Together the passkeys of this line are longer .* and \d+ more\.$/)]);
  });

  it("with a key that is too long by itself go alone", () => {
    expect(within([aPasskey("a"), aPasskey("b")], [aKey("a", 70_000), aKey("b")])).toEqual({
      ...{ passkeys: ["b"], keys: ["b"] },
      messages: ['"Passkey of a.example" is longer than 64 KB; it was left out.'],
    });
  });

  it("stay as they are where they fit", () => {
    expect(within([aPasskey("a"), aPasskey("b")], [aKey("b")])).toEqual({ passkeys: ["a", "b"], keys: ["b"], messages: [] });
  });
});

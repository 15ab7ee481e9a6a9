/** Merged items: first what is decided in each case, then histories of several devices in memory, in which nothing that was saved may be lost. */
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { withDerived } from "./derived-fields.ts";
import type { FieldValues } from "./item.ts";
import { mergeItems } from "./merge-items.ts";
import { choose, OTHERS_FIELD, standingValue, toChoose, toChooseByField } from "./other-values.ts";
import { type CustomField, readCustomFields, readHistory, readTags, writeCustomFields, writeTags } from "./structured-fields.ts";

const [MINE, THEIRS] = [
  { at: 5, by: "ann@example.com", device: "phone" },
  { at: 9, by: "bob@example.com", device: "laptop" },
] as const;
const merge = (base: FieldValues, mine: FieldValues, theirs: FieldValues) =>
  mergeItems("password", { base, mine: { fields: mine, saved: MINE }, theirs: { fields: theirs, saved: THEIRS } });
const custom = (label: string, value: string, type: CustomField["type"] = "text"): CustomField => ({ label, value, type, section: "" });
const customs = (...all: CustomField[]) => ({ custom_fields: writeCustomFields(all) });

describe("a merged item", () => {
  it("has both edits of different fields, and nothing to choose", () => {
    const base = { username: "u", password: "p" };
    const { fields, others, conflicts } = merge(base, { ...base, username: "U" }, { ...base, password: "P" });
    expect([fields, others, conflicts]).toEqual([{ username: "U", password: "P" }, [], []]);
  });

  it("has what was saved first where both changed a text, and the other with who saved both", () => {
    const { fields, others, conflicts } = merge({ password: "p" }, { password: "mine" }, { password: "theirs" });
    expect(fields.password).toBe("theirs");
    expect(others).toEqual([{ field: "password", value: "mine", ...MINE, stands: THEIRS }]);
    expect(toChoose(fields)).toEqual(others);
    expect(conflicts).toEqual(["password"]);
  });

  it.each([
    ["mine", "", "changed"],
    ["theirs", "changed", ""],
  ])("has what one side changed while the other emptied it (%s)", (_, mine, theirs) => {
    const { fields, others, conflicts } = merge({ notes: "n" }, { notes: mine }, { notes: theirs });
    expect([fields.notes, others, conflicts]).toEqual(["changed", [], ["notes"]]);
  });

  it("keeps the values of two conflicts one after the other, and one value once", () => {
    const first = merge({ password: "p" }, { password: "a" }, { password: "b" });
    const second = merge({ password: "p" }, { password: "c" }, first.fields);
    const again = merge({ password: "p" }, { password: "a" }, second.fields);
    expect(toChoose(again.fields).map(({ value }) => value)).toEqual(["a", "c"]);
  });

  it("has the custom fields that either added, not those that either removed, and both values of one that both changed", () => {
    const base = customs(custom("A", "1"), custom("B", "1"), custom("C", "1"));
    const mine = customs(custom("A", "mine", "hidden"), custom("C", "1"), custom("D", "1"));
    const theirs = customs(custom("A", "theirs"), custom("B", "1"), custom("E", "1"));
    const { fields, others, conflicts } = merge(base, mine, theirs);
    expect(fields.custom_fields).toBe(writeCustomFields([custom("A", "theirs"), custom("E", "1"), custom("D", "1")]));
    expect(others.map(({ value }) => readCustomFields(value))).toEqual([[custom("A", "mine", "hidden")]]);
    expect(conflicts).toEqual(["custom_fields"]);
    const chosen = choose(fields, others, others[0] ?? null, 1);
    expect(chosen.custom_fields).toBe(writeCustomFields([custom("A", "mine", "hidden"), custom("E", "1"), custom("D", "1")]));
  });

  it("keeps a custom field that one side changed while the other removed it", () => {
    const [base, changed] = [customs(custom("A", "1")), customs(custom("A", "2"))];
    expect(merge(base, { custom_fields: "" }, changed).fields).toMatchObject(changed);
    expect(merge(base, changed, { custom_fields: "" }).fields).toMatchObject(changed);
  });

  it("tells custom fields of one name apart by their order", () => {
    const base = customs(custom("A", "1"), custom("A", "2"));
    const { fields, others } = merge(
      base,
      customs(custom("A", "1"), custom("A", "mine")),
      customs(custom("A", "1"), custom("A", "theirs")),
    );
    const chosen = choose(fields, others, others[0] ?? null, 1);
    expect(readCustomFields(chosen.custom_fields ?? "").map(({ value }) => value)).toEqual(["1", "mine"]);
  });

  it("has the tags of both", () => {
    const tags = (...all: string[]) => ({ tags: writeTags(all) });
    const { fields, conflicts } = merge(tags("a", "b"), tags("a", "mine"), tags("b", "theirs"));
    expect([readTags(fields.tags ?? ""), conflicts]).toEqual([["theirs", "mine"], []]);
  });

  it("is never decided by a clock", () => {
    for (const at of [1, 99]) {
      const sides = { base: { notes: "n" }, mine: { fields: { notes: "mine" }, saved: { ...MINE, at } } };
      expect(mergeItems("password", { ...sides, theirs: { fields: { notes: "theirs" }, saved: THEIRS } }).fields.notes).toBe("theirs");
    }
  });
});

describe("a choice", () => {
  const { fields } = merge({ password: "p" }, { password: "mine" }, { password: "theirs" });
  const [other = expect.fail()] = toChoose(fields);

  it("of the other value puts it into its field", () => {
    const chosen = choose(fields, [other], other, 7);
    expect([chosen.password, toChoose(chosen), chosen[OTHERS_FIELD]]).toEqual(["mine", [], ""]);
  });

  it("of the current value keeps the other password with the earlier ones", () => {
    const chosen = choose(fields, [other], null, 7);
    expect([chosen.password, toChoose(chosen)]).toEqual(["theirs", []]);
    expect(readHistory(chosen.password_history ?? "")).toEqual([{ value: "mine", at: 7, by: MINE.by }]);
  });

  it("of one of several keeps every other password with the earlier ones, also the one that stood", () => {
    const third = merge({ password: "p" }, { password: "third" }, fields).fields;
    const all = toChoose(third);
    const mine = all.find(({ value }) => value === "mine") ?? expect.fail();
    const saved = withDerived("password", { fields: choose(third, all, mine, 7), before: third, now: 7 });
    expect([saved.password, toChoose(saved)]).toEqual(["mine", []]);
    expect(readHistory(saved.password_history ?? "").map(({ value }) => value)).toEqual(["theirs", "third"]);
  });

  it("is over once the other value was typed into its field", () => {
    const saved = withDerived("password", { fields: { ...fields, password: "mine" }, before: fields, now: 7 });
    expect(saved[OTHERS_FIELD]).toBe("");
  });

  it("stays after an edit of the field, and forgets who saved what stood", () => {
    const saved = withDerived("password", { fields: { ...fields, password: "third" }, before: fields, now: 7 });
    expect(toChoose(saved)).toEqual([{ field: "password", value: "mine", ...MINE }]);
    const notes = withDerived("password", { fields: { ...fields, notes: "x" }, before: fields, now: 7 });
    expect(toChoose(notes)).toEqual([other]);
  });

  it("counts where someone else made another one, or a new one came, at the same time", () => {
    const both = merge({ notes: "n" }, { ...fields, notes: "a" }, { ...fields, notes: "b" }).fields;
    const [password = expect.fail(), notes = expect.fail()] = toChoose(both);
    const chosen = merge(both, choose(both, [password], null, 7), choose(both, [notes], notes, 8));
    expect([toChoose(chosen.fields), chosen.fields.notes, chosen.others]).toEqual([[], "a", []]);
    const third = merge({ ...fields, username: "u" }, choose(fields, [other], null, 7), both);
    expect(toChoose(third.fields)).toEqual([notes]);
  });

  it("is not offered by texts that are no list, nor by entries that are no values", () => {
    for (const text of [
      "[",
      "{}",
      '[{"field":"password"}]',
      '[{"field":1,"value":"x","at":1}]',
      '[{"field":"password","value":"","at":1}]',
    ])
      expect(toChoose({ [OTHERS_FIELD]: text })).toEqual([]);
    const [hostile = expect.fail()] = toChoose({ [OTHERS_FIELD]: '[{"field":"constructor","value":"x","at":1}]' });
    expect(standingValue({}, hostile)).toBe("");
  });
});

/** What one device does: opens the item, saves what it changed of what it has open, or chooses. */
type Act =
  | { readonly kind: "open"; readonly who: number }
  | { readonly kind: "save"; readonly who: number; readonly edit: FieldValues; readonly labelled: Readonly<Record<string, string>> }
  | { readonly kind: "choose"; readonly who: number; readonly choice: number };

const who = fc.nat(2);
const text = fc.constantFrom("1", "2", "3", "4", "");
const acts = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("open" as const), who }),
    fc.record({
      kind: fc.constant("save" as const),
      who,
      edit: fc.dictionary(fc.constantFrom("username", "password", "notes"), text, { maxKeys: 2 }),
      labelled: fc.dictionary(fc.constantFrom("A", "B"), text, { maxKeys: 1 }),
    }),
    fc.record({ kind: fc.constant("choose" as const), who, choice: fc.nat(2) }),
  ),
  { maxLength: 14 },
);

/** The item on the server, three devices, and every value that someone saved and no one who saw it has replaced or turned down. */
class World {
  #fields: FieldValues = withLabelled({ username: "o", password: "o", notes: "o" }, { A: "o" });
  #revision = 1;
  readonly #open = [0, 1, 2].map(() => ({ fields: this.#fields, revision: 1 }));
  readonly wanted = new Set<string>();
  #now = 1_000;

  act(act: Act): void {
    const base = this.#open[act.who] ?? expect.fail();
    if (act.kind === "open") this.#open[act.who] = { fields: this.#fields, revision: this.#revision };
    if (act.kind === "save") {
      const edited = withLabelled({ ...base.fields, ...act.edit }, act.labelled);
      const [before, after] = [valuesOf(base.fields), valuesOf(edited)];
      for (const [name, value] of Object.entries(after)) if (before[name] !== value) this.#replace(name, before[name] ?? "", value);
      this.#save(act.who, base, edited);
    }
    if (act.kind === "choose") {
      const [others] = toChooseByField(base.fields);
      const [first] = others ?? [];
      if (!others || !first) return;
      const chosen = others[act.choice] ?? null;
      const name = nameOf(first);
      // Passwords that were not chosen stay with the earlier ones.
      if (first.field !== "password") for (const { field, value } of others) this.wanted.delete(`${name} ${textOf(field, value)}`);
      if (chosen) this.#replace(name, textOf(chosen.field, standingValue(base.fields, chosen)), textOf(chosen.field, chosen.value));
      this.#save(act.who, base, choose(base.fields, others, chosen, this.#now));
    }
  }

  #replace(name: string, before: string, value: string): void {
    this.wanted.delete(`${name} ${before}`);
    if (value !== "") this.wanted.add(`${name} ${value}`);
  }

  #save(who: number, base: { readonly fields: FieldValues; readonly revision: number }, edited: FieldValues): void {
    this.#now += 1;
    const sides = {
      base: base.fields,
      mine: { fields: edited, saved: { at: this.#now } },
      theirs: { fields: this.#fields, saved: THEIRS },
    };
    const merged = base.revision === this.#revision ? edited : mergeItems("password", sides).fields;
    this.#fields = withDerived("password", { fields: merged, before: this.#fields, now: this.#now });
    this.#revision += 1;
    this.#open[who] = { fields: this.#fields, revision: this.#revision };
  }

  /** Every value that is current, to be chosen from, or an earlier password. */
  get held(): ReadonlySet<string> {
    const current = Object.entries(valuesOf(this.#fields)).map(([name, value]) => `${name} ${value}`);
    const others = toChoose(this.#fields).map((other) => `${nameOf(other)} ${textOf(other.field, other.value)}`);
    const earlier = readHistory(this.#fields.password_history ?? "").map(({ value }) => `password ${value}`);
    return new Set([...current, ...others, ...earlier]);
  }
}

const LABELS = ["A", "B"];
const isWhole = inject("isWhole");

function withLabelled(fields: FieldValues, labelled: Readonly<Record<string, string>>): FieldValues {
  const list = readCustomFields(fields.custom_fields ?? "").filter(({ label }) => !(label in labelled));
  const more = Object.entries(labelled).flatMap(([label, value]) => (value === "" ? [] : [custom(label, value)]));
  return { ...fields, custom_fields: writeCustomFields([...list, ...more]) };
}

function valuesOf(fields: FieldValues): Record<string, string> {
  const list = readCustomFields(fields.custom_fields ?? "");
  const labelled = LABELS.map((label) => [label, list.find((one) => one.label === label)?.value ?? ""]);
  return { username: fields.username ?? "", password: fields.password ?? "", notes: fields.notes ?? "", ...Object.fromEntries(labelled) };
}

const textOf = (field: string, value: string): string => (field === "custom_fields" ? (readCustomFields(value)[0]?.value ?? "") : value);
const nameOf = ({ field, value }: { readonly field: string; readonly value: string }): string =>
  field === "custom_fields" ? (readCustomFields(value)[0]?.label ?? "") : field;

describe("devices that edit one item at once", () => {
  it("lose nothing that anyone saved, whatever each of them had open", () => {
    fc.assert(
      fc.property(acts, (all) => {
        const world = new World();
        for (const act of all) {
          world.act(act);
          const lost = [...world.wanted].filter((value) => !world.held.has(value));
          expect(lost).toEqual([]);
        }
      }),
      { numRuns: isWhole ? 20_000 : 2_000 },
    );
  });

  it("come to the same values in either order: what is kept and what is to be chosen change places, and nothing else does", () => {
    const values = fc.dictionary(fc.constantFrom("username", "password", "notes"), text);
    const sides = fc.tuple(
      values,
      values,
      values,
      fc.dictionary(fc.constantFrom("A", "B"), text),
      fc.dictionary(fc.constantFrom("A", "B"), text),
    );
    const held = (fields: FieldValues): string[] => {
      const current = Object.entries(valuesOf(fields)).map(([name, value]) => `${name} ${value}`);
      return [...current, ...toChoose(fields).map((other) => `${nameOf(other)} ${textOf(other.field, other.value)}`)].toSorted();
    };
    fc.assert(
      fc.property(sides, ([base, a, b, labelledA, labelledB]) => {
        const [mine, theirs] = [withLabelled(a, labelledA), withLabelled(b, labelledB)];
        const start = withLabelled(base, { A: "o" });
        expect(held(merge(start, mine, theirs).fields)).toEqual(held(merge(start, theirs, mine).fields));
      }),
      { numRuns: isWhole ? 2_000 : 500 },
    );
  });
});

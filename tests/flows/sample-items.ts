/** Sample items: one of every kind with every field filled. */
import { blankDraft, type Draft, type FieldValues } from "../../packages/core/src/items/item.ts";
import { KIND_NAMES, type KindName, kindOf } from "../../packages/core/src/items/kinds.ts";
import { type Candidate, candidateOf } from "../../packages/core/src/transfer/candidate.ts";

export const aLogin = (fields: FieldValues = {}): Draft => ({
  ...blankDraft("password"),
  fields: {
    title: "GitHub",
    username: "ann@example.com",
    password: "hunter2!",
    website_url: "https://github.com/login",
    notes: "",
    ...fields,
  },
});

/** Logins for an import: "Site 0", "Site 1" and so on. */
export const manyLogins = (count: number, called = "Site"): Candidate[] =>
  Array.from({ length: count }, (_, at) => {
    const name = `${called} ${at}`;
    const fields = { ...blankDraft("password").fields, ...aLogin({ title: name }).fields };
    return candidateOf(at + 1, { kind: "password", fields, folder: "", status: "complete", name });
  });

/** An item with every field filled by `fill`; fields with a fixed list use a value of it. */
function fullItem(kind: KindName, fill: (field: string) => string): Draft {
  const fields = Object.entries(kindOf(kind).fields).map(([name, { options, check }]) => {
    if (options) return [name, options[0]?.value ?? ""];
    return [name, check === "expiry" ? "12/29" : fill(name)];
  });
  return { ...blankDraft(kind), fields: Object.fromEntries(fields) };
}

export const oneOfEachKind = (fill: (kind: KindName, field: string) => string): Draft[] =>
  KIND_NAMES.map((kind) => fullItem(kind, (field) => fill(kind, field)));

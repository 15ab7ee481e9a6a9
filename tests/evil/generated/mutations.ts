/** What an evil colleague does to a call: a field changed, dropped, repeated or taken from elsewhere. */
import type { Draw } from "./draw.ts";
import type { ServerState } from "./server-state.ts";
import { isObject } from "./values.ts";

type Input = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** Texts of one form can stand in for each other. */
const FORMS = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-4/,
  /^[0-9a-f]{64}$/,
  /^[0-9a-f]{32}$/,
  /^[\w-]{86}$/,
  /^1\.[\w-]{116,}$/,
  /^2\.[\w-]{44,}$/,
  /^[34]\.[\w-]{200,}$/,
  /@/,
];
const formOf = (text: string): RegExp | undefined => FORMS.find((form) => form.test(text));

/** Everything that is stored on the server, as texts. */
export const poolOf = (here: ServerState): readonly string[] =>
  [here.scopes, here.records, here.grants, here.accounts]
    .flat()
    .flatMap((row) => Object.values(row).filter((value) => typeof value === "string"));

const pathsIn = (value: unknown, path: Path = []): Path[] => {
  if (Array.isArray(value)) return [path, ...value.slice(0, 3).flatMap((one, at) => pathsIn(one, [...path, at]))];
  if (isObject(value)) return [path, ...Object.entries(value).flatMap(([name, one]) => pathsIn(one, [...path, name]))];
  return [path];
};

const DROPPED = Symbol("dropped");

function put(value: unknown, [first, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (first === undefined) return change(value);
  if (Array.isArray(value)) {
    const next = value.map((one, at) => (at === first ? put(one, rest, change) : one));
    return next.filter((one) => one !== DROPPED);
  }
  if (!isObject(value)) return value;
  const next = { ...value, [first]: put(value[first], rest, change) };
  return Object.fromEntries(Object.entries(next).filter(([, one]) => one !== DROPPED));
}

const MUTATIONS: Readonly<Record<string, (draw: Draw, pool: readonly string[]) => (old: unknown) => unknown>> = {
  dropped: () => () => DROPPED,
  "put to null": () => () => null,
  repeated: () => (old) => (Array.isArray(old) ? [...old, ...old] : typeof old === "number" ? old - 1 : old),
  "counted on": (draw) => (old) => (typeof old === "number" ? old + draw.one([1, 2, 1000] as const) : old),
  "taken from elsewhere": (draw, pool) => (old) => {
    const form = typeof old === "string" ? formOf(old) : undefined;
    return form ? (draw.any(pool.filter((text) => form.test(text))) ?? old) : old;
  },
  turned: (draw) => (old) =>
    typeof old === "boolean"
      ? !old
      : typeof old === "string" && !formOf(old)
        ? draw.one(["write", "read", "vault", "item", "", "x".repeat(300)] as const)
        : old,
  emptied: () => (old) => (Array.isArray(old) ? [] : isObject(old) ? {} : old),
};

/** @returns the input with one lie in it, and what the lie is */
export function mutated(draw: Draw, input: Input, pool: readonly string[]): { readonly input: Input; readonly how: string } {
  const path = draw.any(pathsIn(input).filter(({ length }) => length > 0));
  const [how, mutation] = draw.one(Object.entries(MUTATIONS) as [(typeof all)[number], ...(typeof all)[number][]]);
  if (!path) return { input, how: "nothing to change" };
  const next = put(input, path, mutation(draw, pool));
  return { input: isObject(next) ? next : input, how: `${path.join(".")} ${how}` };
}
const all = Object.entries(MUTATIONS);

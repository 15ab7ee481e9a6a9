/** A feature's functions take a context and an input; this fills in the context once for the whole table. */

type Verb = (context: never, ...input: never[]) => unknown;

/** The same functions without their first argument. */
export type Bound<Verbs extends Readonly<Record<string, Verb>>> = {
  readonly [Name in keyof Verbs]: Verbs[Name] extends (context: never, ...input: infer Input) => infer Result
    ? (...input: Input) => Result
    : never;
};

export function bindVerbs<Context, Verbs extends Readonly<Record<string, (context: Context, ...input: never[]) => unknown>>>(
  context: Context,
  verbs: Verbs,
): Bound<Verbs> {
  const bound = Object.entries(verbs).map(([name, verb]) => [name, (...input: never[]) => verb(context, ...input)]);
  return Object.fromEntries(bound) as Bound<Verbs>;
}

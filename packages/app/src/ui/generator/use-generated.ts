/** A generated value and the options it came of. Every change of an option makes another value (specification 2 §4). */
import { useState } from "react";

export interface Generated<Options> {
  readonly options: Options;
  readonly value: string;
  readonly change: (changes: Partial<Options>) => void;
  readonly again: () => void;
}

/** @param generate - gives "" where the options leave nothing to generate. */
export function useGenerated<Options>(start: Options, generate: (options: Options) => string): Generated<Options> {
  const [{ options, value }, setState] = useState(() => ({ options: start, value: generate(start) }));
  const make = (next: Options) => setState({ options: next, value: generate(next) });
  return { options, value, change: (changes) => make({ ...options, ...changes }), again: () => make(options) };
}

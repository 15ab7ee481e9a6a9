/** Takes one countermeasure out of the sources as they are loaded; the product itself has no switch. */
import type { Plugin } from "vite";
import { COUNTERMEASURES, type Countermeasure } from "./countermeasures.ts";

/** @throws when the source no longer has that line, or has it twice. */
export function takeOut(source: string, { file, code, without }: Countermeasure): string {
  const parts = source.split(code);
  if (parts.length !== 2) throw new Error(`"${code}" occurs ${parts.length - 1} times in ${file}`);
  return parts.join(without);
}

/** @param name - of COUNTERMEASURES; nothing is taken out when it is absent. @throws when there is none of that name. */
export function without(name: string | undefined): Plugin {
  const countermeasure = name ? COUNTERMEASURES[name] : undefined;
  if (name && !countermeasure) throw new Error(`There is no countermeasure "${name}"`);
  return {
    name: "without-a-countermeasure",
    enforce: "pre",
    transform: (source, id) => (countermeasure && id.split("?")[0]?.endsWith(countermeasure.file) ? takeOut(source, countermeasure) : null),
  };
}

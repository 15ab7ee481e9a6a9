/** Removes one countermeasure from the sources as they are loaded; the product itself has no switch. */
import type { Plugin } from "vite";
import { COUNTERMEASURES, type Edit } from "./countermeasures.ts";

/** @throws when the source no longer has that line, or has it twice. */
export function removeCode(source: string, { file, code, without }: Edit): string {
  const parts = source.split(code);
  if (parts.length !== 2) throw new Error(`"${code}" occurs ${parts.length - 1} times in ${file}`);
  return parts.join(without);
}

/** @param name - of COUNTERMEASURES; nothing is removed when it is absent. @throws when there is none of that name. */
export function removeCountermeasure(name: string | undefined): Plugin {
  const countermeasure = name ? COUNTERMEASURES[name] : undefined;
  if (name && !countermeasure) throw new Error(`There is no countermeasure "${name}"`);
  const edits: readonly Edit[] = countermeasure ? [countermeasure, ...(countermeasure.behind ? [countermeasure.behind] : [])] : [];
  return {
    name: "without-a-countermeasure",
    enforce: "pre",
    transform(source, id) {
      const here = edits.filter(({ file }) => id.split("?")[0]?.endsWith(file));
      return here.length === 0 ? null : here.reduce(removeCode, source);
    },
  };
}

/** Removes one countermeasure from the sources as they are loaded; the product itself has no switch. */
import type { Plugin } from "vite";
import { COUNTERMEASURES, type Edit } from "./countermeasures.ts";

/** @throws when the source no longer has that line, or has it twice. */
export function removeCode(source: string, { file, code, without }: Edit): string {
  const parts = source.split(code);
  if (parts.length !== 2) throw new Error(`"${code}" occurs ${parts.length - 1} times in ${file}`);
  return parts.join(without);
}

/** @throws when there is none of that name. */
function editsOf(name: string | undefined): readonly Edit[] {
  const countermeasure = name ? COUNTERMEASURES[name] : undefined;
  if (name && !countermeasure) throw new Error(`There is no countermeasure "${name}"`);
  return countermeasure ? [countermeasure, ...(countermeasure.behind ? [countermeasure.behind] : [])] : [];
}

const isMigration = ({ file }: Edit): boolean => file.endsWith(".sql");

/** What is run in the database of the tests, where the countermeasure is in a migration. @param name - of COUNTERMEASURES; nothing is removed when it is absent */
export const removedFromDatabase = (name: string | undefined): string =>
  editsOf(name)
    .filter(isMigration)
    .map(({ without }) => without)
    .join(";");

/** @param name - of COUNTERMEASURES; nothing is removed when it is absent. @throws when there is none of that name. */
export function removeCountermeasure(name: string | undefined): Plugin {
  const edits = editsOf(name);
  return {
    name: "without-a-countermeasure",
    enforce: "pre",
    transform(source, id) {
      const here = edits.filter(({ file }) => id.split("?")[0]?.endsWith(file));
      return here.length === 0 ? null : here.reduce(removeCode, source);
    },
  };
}

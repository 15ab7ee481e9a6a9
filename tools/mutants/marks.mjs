/** Vite plugin: marks each place of the sources that a fault could be put into, so that a test file can say which of them it ran. */
import { relative } from "node:path";
import { ROOT } from "../ensure.mjs";
import { faultsIn, isCode, withFault } from "./faults.mjs";

const pathOf = (id) => relative(ROOT, id.split("?")[0]);

/** Each place is counted in an array of the file's own: looking up a name for each would cost the loops of the product their speed. */
function marked(path, text) {
  const faults = faultsIn(path, text);
  if (faults.length === 0) return null;
  const insertions = faults.flatMap(({ runs }, index) => [
    { at: runs.from, order: -runs.to, text: `(__ran[${index}]=1,` },
    { at: runs.to, order: Number.NEGATIVE_INFINITY, text: ")" },
  ]);
  let result = text;
  // From the end, so that the offsets before it stay; an outer expression opens before an inner one that starts at the same place.
  for (const { at, text: inserted } of insertions.sort((a, b) => b.at - a.at || b.order - a.order))
    result = result.slice(0, at) + inserted + result.slice(at);
  return `var __ran=((globalThis.__cofferRan??={})[${JSON.stringify(path)}]??=new Uint8Array(${faults.length}));${result}`;
}

export const marks = () => ({
  name: "coffer-mutants",
  enforce: "pre",
  transform(source, id) {
    const path = pathOf(id);
    return isCode(path) ? marked(path, source) : null;
  },
});

/** @param fault - { path, from, to, text } */
export const oneFault = (fault) => ({
  name: "coffer-mutants",
  enforce: "pre",
  transform: (source, id) => (pathOf(id) === fault.path ? withFault(source, fault) : null),
});

/** Holds every import of the product to tools/layers.mjs. `npm run check` runs it. */
import { GUARDED, LAYERS, ORDERS } from "./tools/layers.mjs";

const literal = (text) => text.replaceAll(".", "\\.");
/** Not the product: tests, their helpers, and what writes the pinned vectors. */
const TESTS = "\\.test\\.tsx?$|/testing/|/vectors/";

const layerRules = Object.entries(LAYERS).flatMap(([layer, { ours, never, node = false }]) => [
  {
    name: `layer ${layer}`,
    comment: `${layer} may import of our packages only ${ours.join(", ") || "nothing"}`,
    severity: "error",
    from: { path: `^${layer}/src/`, pathNot: TESTS },
    to: { path: "^(packages|apps)/", pathNot: `^(${[layer, ...ours].join("|")})/` },
  },
  {
    name: `platform ${layer}`,
    comment: `${layer} must not need this platform or library`,
    severity: "error",
    from: { path: `^${layer}/src/`, pathNot: TESTS },
    to: { path: never.map((name) => `node_modules/${name}`).join("|") || "^$" },
  },
  {
    name: `node ${layer}`,
    comment: `${layer} also runs where there is no Node`,
    severity: "error",
    from: { path: `^${layer}/src/`, pathNot: TESTS },
    to: node ? { path: "^$" } : { dependencyTypes: ["core"] },
  },
]);

/** The files of one place, as a pattern below the folder. */
function patternOf(folder, place, places) {
  if (place === ".")
    return `${literal(folder)}/(?!${
      places
        .filter((other) => /\.tsx?$/.test(other))
        .map(literal)
        .join("|") || "$"
    })[^/]+$`;
  return /\.tsx?$/.test(place) ? `${literal(folder)}/${literal(place)}$` : `${literal(folder)}/${place}/`;
}

const orderRules = Object.entries(ORDERS).flatMap(([folder, levels]) => {
  const places = levels.flat();
  return levels.flatMap((level, index) => {
    const above = levels.slice(index + 1).flat();
    return [level].flat().map((place) => {
      const peers = [level].flat().filter((other) => other !== place);
      return {
        name: `order ${folder}/${place}`,
        comment: `${place} must not use ${[...peers, ...above].join(", ")}`,
        severity: "error",
        from: { path: `^${patternOf(folder, place, places)}`, pathNot: TESTS },
        to: { path: [...peers, ...above].map((other) => `^${patternOf(folder, other, places)}`).join("|") || "^$" },
      };
    });
  });
});

const guardRules = Object.entries(GUARDED).map(([file, users]) => ({
  name: `guarded ${file}`,
  comment: `only ${users.join(", ")} may use ${file}`,
  severity: "error",
  from: { path: "^(packages|apps)/", pathNot: [TESTS, ...users.map((user) => `^${literal(user)}$`)] },
  to: { path: `^${literal(file)}$` },
}));

export default {
  forbidden: [
    ...layerRules,
    ...orderRules,
    ...guardRules,
    { name: "no circle", comment: "types included", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no orphan",
      comment: "a file no one imports is dead, or an entry that belongs in this list",
      severity: "error",
      from: {
        orphan: true,
        pathNot: ["\\.d\\.ts$", "/vectors/", "/fixtures/", "apps/web/(first|offline)/[\\w-]+\\.js$", "apps/extension/[^/]+\\.mjs$"],
      },
      to: {},
    },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^virtual:" } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // What tests import the compiler and knip look at.
    exclude: { path: `/dist/|\\.css$|\\?worker|\\?url|${TESTS}` },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.tests.json" },
    enhancedResolveOptions: {
      conditionNames: ["coffer-source", "import", "default"],
      exportsFields: ["exports"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
    moduleSystems: ["es6"],
  },
};

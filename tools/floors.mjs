/**
 * Who may import whom (docs/architecture.md): the floors of the house, the rooms of a floor, the folders of a room, and that nothing goes in a circle. Read by
 * dependency-cruiser (.dependency-cruiser.mjs) and by the tests of the house. The only place that says so.
 */

/** What each floor may import of ours, and which libraries it may never need. `node`: it runs in Node alone. */
export const FLOORS = {
  "packages/core": { ours: [], never: ["react", "zod/"] },
  "packages/crypto": { ours: [], never: ["react", "zod/"] },
  "packages/fill": { ours: [], never: ["react", "zod/"] },
  "packages/contract": { ours: ["packages/core"], never: ["react"] },
  "packages/client": { ours: ["packages/contract", "packages/core", "packages/crypto"], never: ["react"] },
  "packages/app": { ours: ["packages/client", "packages/contract", "packages/core"], never: [] },
  "apps/web": { ours: ["packages/app", "packages/client", "packages/contract", "packages/core"], never: [] },
  "apps/extension": { ours: ["packages/app", "packages/client", "packages/contract", "packages/core", "packages/fill"], never: [] },
  "apps/server": { ours: ["packages/contract", "packages/core"], never: ["react"], node: true },
};

/**
 * Places of one floor or room from below upward: each may use itself and what stands before it. Places in one inner list stand beside each other and do not know each other.
 * A place is a folder; "." stands for the files of the folder itself.
 */
export const ORDERS = {
  "packages/app/src": ["theme.ts", "frame", "ui", ["account", "vault"], ["sharing", "transfer", "team"], "routes.tsx", "shell", "App.tsx"],
  "packages/app/src/account": [".", ["recovery", "lock"], ["two-factor", "registration", "profiles"], "sign-in", "settings"],
  "packages/app/src/vault": [
    ".",
    "item",
    "fields",
    "tiles",
    "form",
    "fixes",
    "detail",
    "list",
    "getting-started",
    ["vaults", "trash", "health"],
    "pages",
  ],
  "packages/app/src/ui": [".", ["form", "generator"]],
  "packages/fill/src": ["roles.ts", "words", "page", "classify", "recognise.ts", "write"],
  "packages/client/src": [".", "device", "sync", "vault", ["account", "sharing", "transfer"], "team", "lazy-features.ts", "index.ts"],
};

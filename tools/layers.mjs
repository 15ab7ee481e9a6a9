/**
 * Who may import whom (docs/architecture.md): the layers, the features of a layer, the folders of a feature; and no cycles. Read by dependency-cruiser
 * (.dependency-cruiser.mjs) and by architecture.test.mjs. The only place that says so.
 */

/** `ours`: which of our packages a layer may import. `never`: libraries it must not need. `node`: it runs in Node only. */
export const LAYERS = {
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

/** What few files may use, however high they are: the sealing to a public key only where a `TrustedKey` is required (security design §6). */
export const GUARDED = {
  "packages/crypto/src/seal-grant.ts": ["packages/client/src/sharing/seal-to-person.ts"],
};

/**
 * The order inside a layer or feature, lowest first: each place may import itself and those before it. Places in one inner list must not import each other.
 * A place is a file or a folder; "." means the files of the folder itself.
 */
export const ORDERS = {
  "packages/app/src": ["theme.ts", "frame", "ui", ["account", "vault"], ["sharing", "transfer", "team"], "routes.tsx", "shell", "App.tsx"],
  "packages/app/src/account": [
    ".",
    "passkeys",
    ["recovery", "lock", "rehearsal"],
    ["two-factor", "registration", "profiles"],
    "sign-in",
    "settings",
  ],
  "packages/app/src/vault": [
    ".",
    "people",
    "item",
    "fields",
    "tiles",
    "form",
    "fixes",
    "history",
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

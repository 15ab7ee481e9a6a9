/** Facts that once stood in several places, and where each lives now. One that is written again is a second truth in the making. */

/**
 * Paths begin with a home; `again` matches a line that would be a second one, such as `example`. Tests may repeat a fact: they say what it must be. Comments may
 * name it.
 */
export const FACTS = [
  {
    fact: "what an email address looks like",
    // The second is the operator's own; the third knows an example in a page when it sees one.
    home: ["packages/core/src/account/email.ts", "apps/server/src/settings.ts", "packages/fill/src/classify/guess.ts"],
    again: /\/\^?[^/\n]*[+*]@[^/\n]*[+*][^/\n]*\//,
    example: "const FORM = /^\\S+@\\S+\\.\\S+$/;",
  },
  { fact: "what a typed code looks like", home: "packages/core/src/account/codes.ts", again: /\\d\{6\}/, example: "/^\\d{6}$/" },
  {
    fact: "how long what was deleted is kept",
    home: ["packages/core/src/constants.ts", "apps/server/src/mail/outbox.ts"],
    again: /\b30 \* 24 \*|`[^`]*\b30 days/,
    example: "const KEPT_MS = 30 * 24 * 3_600_000;",
  },
  {
    fact: "when two tags or names are one",
    home: "packages/core/src/text.ts",
    again: /normalize\("NFC"\)\.toLowerCase\(\)/,
    example: 'tag.normalize("NFC").toLowerCase()',
  },
  {
    fact: "how a browser is told by what it says of itself",
    home: "packages/core/src/account/device-name.ts",
    again: /\\b(Edg|OPR|Firefox)/,
    example: "/\\bOPR\\//",
  },
  {
    fact: "the colours of vaults",
    home: "packages/core/src/items/vault-appearance.ts",
    again: /"#0E7490"/i,
    example: '["#3B82F6", "#0E7490"]',
  },
  {
    fact: "what a colour looks like",
    home: "packages/core/src/items/vault-appearance.ts",
    again: /#\[0-9a-f(A-F)?\]\{6\}/i,
    example: "/^#[0-9a-f]{6}$/i",
  },
  {
    fact: "when an item is complete",
    home: "packages/core/src/items/item.ts",
    again: /\b(const|function) isComplete\b/,
    example: "const isComplete = () => true;",
  },
  {
    fact: "speaking HTTP",
    // Apart from our server: a list of leaked passwords. The app itself asks for one thing: which version of the program the server's page names now.
    // The extension's worker and pages read tables of its own package, and which pages a passkey's site names.
    home: [
      "apps/extension/src/packaged-table.ts",
      "apps/extension/src/passkeys/related-sites.ts",
      // Hands on what call.ts sends.
      "apps/extension/src/unsent-half.ts",
      "packages/client/src/call.ts",
      "packages/client/src/vault/breach.ts",
      "apps/server/src/operator/doctor-environment.ts",
      "packages/app/src/frame/missing-part.ts",
      // The one call of call.ts that is sent before it is there.
      "apps/web/first/early-requests.js",
      "apps/web/src/early-requests.ts",
    ],
    again: /(?<![.\w])fetch\(/,
    example: "await fetch(url)",
  },
  { fact: "a dialog", home: "packages/app/src/frame/Dialog.tsx", again: /<Modal[.>\s]/, example: "<Modal.Root opened>" },
  { fact: "a form that is sent", home: "packages/app/src/ui/form/Form.tsx", again: /<form[>\s]/, example: "<form onSubmit={send}>" },
  {
    fact: "when a copied secret goes",
    home: "packages/app/src/ui/clipboard.ts",
    again: /Clears in/,
    example: "`Copied. Clears in 30 s.`",
  },
];

const COMMENT = /^\s*(\/\/|\/?\*)/;

/** @param files - path → text. @returns one line for every place that says a fact again. */
export const writtenAgain = (files, facts = FACTS) =>
  facts.flatMap(({ fact, home, again }) =>
    [...files]
      .filter(([path]) => ![home].flat().some((place) => path.startsWith(place)))
      .flatMap(([path, text]) =>
        text
          .split("\n")
          .flatMap((line, index) =>
            again.test(line) && !COMMENT.test(line) ? [`${path}:${index + 1}: ${fact} belongs in ${[home].flat()[0]}`] : [],
          ),
      ),
  );

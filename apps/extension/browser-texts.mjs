/** What the browser itself says of the extension, in its own language: `_locales`, written by the build from the tables of words. */

export const BROWSER_TEXTS = {
  description: "Opens your Coffer vault in the browser and fills in what it holds.",
  fillLogin: "Fill in the login of this site that was used last",
  open: "Open Coffer for this site",
  fill: "Fill with Coffer",
};

/** @param table - English → the language's words; none for English @returns the contents of `messages.json` */
export const messagesIn = (table = {}) =>
  `${JSON.stringify(Object.fromEntries(Object.entries(BROWSER_TEXTS).map(([name, text]) => [name, { message: table[text] ?? text }])), null, 2)}\n`;

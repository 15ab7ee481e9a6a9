/** What the landing page says apart from the claims. Every sentence is true of the code; change both together. */

interface Text {
  readonly title: string;
  readonly text: string;
}

export const REASONS: readonly Text[] = [
  { title: "We can't look inside", text: "AES-256 on your device. Even titles and the names of your vaults are unreadable to us." },
  {
    title: "Bring everything in a minute",
    text: "Drop a browser export. See what is new, incomplete or a duplicate before anything is saved.",
  },
  { title: "Pay once", text: "No subscription, no trackers, no ads. Your recovery key is yours alone." },
];

export const STEPS: readonly Text[] = [
  { title: "Open your invitation", text: "The person who runs this server sends you a link. It works for one person, once." },
  { title: "Choose one password", text: "Your keys are derived from it on your device. It is never sent, so we cannot reset it." },
  { title: "Put the recovery key away", text: "A page to print. With it you get back in if you ever forget your master password." },
  { title: "Fill your coffer", text: "Import what your browser knows, or add things one by one. Each is encrypted before it leaves." },
];

export const QUESTIONS: readonly Text[] = [
  {
    title: "What happens if I forget my master password?",
    text: "Your recovery key sets a new one and keeps everything. Without both, no one can open your vault, and that includes us.",
  },
  {
    title: "What if someone steals your database?",
    text: "They get what they cannot read, with its sizes and times. Each guess at a master password costs them a slow key derivation with 64 MiB of memory.",
  },
  {
    title: "Can I leave again?",
    text: "Yes. Export everything at any time, readable or encrypted. Your account is deleted within 7 business days of your asking.",
  },
  {
    title: "Does any other company see what I do here?",
    text: "No. Pages, typefaces and icons come from this server alone. There is no tracker, and no picture is loaded from a site you keep.",
  },
];

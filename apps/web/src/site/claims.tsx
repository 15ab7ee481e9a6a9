/** CLAIMS: what the product says of itself (specification 3 §1), and why it is true. Landing and features pages say the same. */
import {
  IconCategory,
  IconDevices,
  IconFileImport,
  IconForms,
  IconLock,
  IconShare,
  IconShieldCheck,
  IconUsersGroup,
  IconWand,
} from "@tabler/icons-react";
import type { ComponentType } from "react";

interface Claim {
  readonly icon: ComponentType<{ size?: number; "aria-hidden"?: boolean }>;
  readonly title: string;
  /** One sentence, for the landing page. */
  readonly short: string;
  /** The reason, for the features page. */
  readonly long: string;
}

export const CLAIMS: readonly Claim[] = [
  {
    icon: IconLock,
    title: "AES-256 storage",
    short: "Every field is encrypted with AES-256 before it leaves the browser. The server keeps only what it cannot read.",
    long: "Titles, usernames, notes, even the names of your vaults are encrypted with AES-256-GCM in the browser, each bound to the item it belongs to. The keys come from your master password and never leave your device, so a copy of the whole database opens nothing.",
  },
  {
    icon: IconWand,
    title: "Password generator",
    short: "Strong passwords of the length and characters you choose, with a plain word on how strong they are.",
    long: "The generator draws fairly from the browser's cryptographic random source, puts at least one of each chosen kind of character in, and is one click away on every page and in every form that asks for a password.",
  },
  {
    icon: IconDevices,
    title: "Cross-platform sync",
    short: "Sign in elsewhere and everything is there. Two devices may edit one item at once; nothing is lost.",
    long: "Every change is a signed step in a history that your devices check. A server that shows an older state or leaves something out is noticed. Edits of different fields are merged; of the same field, both versions are kept and named.",
  },
  {
    icon: IconShieldCheck,
    title: "Security dashboard",
    short: "Health finds weak, reused, old and unencrypted logins, and the button next to each fixes it.",
    long: "Health looks at every login and card on your device: weak, reused and old passwords, addresses without encryption, sites that could ask for a code, duplicates, cards that expire. Each finding has its fix, and the score shows its formula.",
  },
  {
    icon: IconForms,
    title: "Auto-fill and auto-save",
    short: "The browser extension fills what you have saved, and saves what you type.",
    long: "The browser extension carries the whole app. It fills a login only where its address matches, and offers to save a new one when you sign in somewhere.",
  },
  {
    icon: IconShare,
    title: "Password sharing",
    short: "Share one item or a whole vault, to look at or to edit, until a day you choose.",
    long: "What you share is encrypted for the person you share it with; the server hands over what it cannot open. You see who has what, change it, and take it back.",
  },
  {
    icon: IconFileImport,
    title: "Bring your passwords along",
    short: "Import what your browser exports. The file is read on your device and encrypted before it is sent.",
    long: "Chrome, Edge, Firefox and Safari exports are read line by line. You see what is new, what is incomplete and what you already have before anything is saved, and folders become vaults.",
  },
  {
    icon: IconCategory,
    title: "Five kinds of things",
    short: "Passwords, notes, cards, bank accounts and personal details, in vaults of your own making.",
    long: "Each kind has a form and a look of its own, masked numbers, copy buttons that clear the clipboard after half a minute, and a search that finds things as you type, without asking the server.",
  },
  {
    icon: IconUsersGroup,
    title: "Teams",
    short: "Vaults of a whole team, with roles that say who may do what.",
    long: "Vaults are shared with the whole team. Anyone who leaves loses access immediately, and what they could open is encrypted again.",
  },
];

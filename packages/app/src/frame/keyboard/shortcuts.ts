/**
 * SHORTCUTS: every key of the web app. The handler and the sheet behind `?` read this table and nothing else.
 * A key is written as `KeyboardEvent.key` has it; "Mod" is Ctrl, on Apple's keyboards Cmd; a space separates keys pressed one after the other.
 */
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";

export interface Shortcut {
  readonly keys: readonly string[];
  readonly says: string;
  readonly group: ShortcutGroup;
  /** Works in a text field too; such a key always has a modifier. */
  readonly whileTyping?: true;
  /** Works in the detail of an item too, as those of group "item" do. */
  readonly inDetail?: true;
}

export const SHORTCUT_GROUPS = {
  anywhere: "Anywhere",
  list: "In a list",
  item: "With the item in focus, or all that are selected",
} as const;
export type ShortcutGroup = keyof typeof SHORTCUT_GROUPS;

/** The shortcut that makes a new item of a kind: "newCard". */
type NewItemShortcut = `new${Capitalize<KindName>}`;
export const newItemShortcut = (kind: KindName): NewItemShortcut => `new${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as NewItemShortcut;
const NEW_ITEM_SHORTCUTS = Object.fromEntries(
  KIND_NAMES.map((kind): [string, Shortcut] => {
    const { newKeys, words } = kindOf(kind);
    return [newItemShortcut(kind), { group: "anywhere", keys: [newKeys], says: `New ${words.one}` }];
  }),
) as Record<NewItemShortcut, Shortcut>;

export const SHORTCUTS = {
  palette: { group: "anywhere", keys: ["Mod+k"], says: "Search everything, run a command", whileTyping: true },
  search: { group: "anywhere", keys: ["/"], says: "Search this page" },
  ...NEW_ITEM_SHORTCUTS,
  generate: { group: "anywhere", keys: ["g p"], says: "Generate a password and copy it" },
  save: { group: "anywhere", keys: ["Mod+Enter"], says: "Save the form", whileTyping: true },
  glass: { group: "anywhere", keys: ["x"], says: "Show what the server has; hold to peek", inDetail: true },
  help: { group: "anywhere", keys: ["?"], says: "Show these shortcuts" },
  move: {
    group: "list",
    keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"],
    says: "Move from item to item, to the first, to the last",
  },
  select: { group: "list", keys: ["Space"], says: "Select the item" },
  extend: {
    group: "list",
    keys: ["Shift+ArrowUp", "Shift+ArrowDown", "Shift+ArrowLeft", "Shift+ArrowRight", "Shift+Home", "Shift+End"],
    says: "Select as far as you move",
  },
  selectAll: { group: "list", keys: ["Mod+a"], says: "Select all" },
  unselect: { group: "list", keys: ["Escape"], says: "Clear the selection" },
  edit: { group: "item", keys: ["e"], says: "Edit" },
  copyUser: { group: "item", keys: ["u"], says: "Copy the username" },
  copySecret: { group: "item", keys: ["c", "Mod+Shift+c"], says: "Copy the password or number" },
  copyCode: { group: "item", keys: ["t"], says: "Copy the one-time code" },
  launch: { group: "item", keys: ["w"], says: "Open the website" },
  reveal: { group: "item", keys: ["r"], says: "Show the password; hold to peek" },
  favourite: { group: "item", keys: ["f"], says: "Add to or remove from favorites" },
  place: { group: "item", keys: ["m"], says: "Move to a vault" },
  versions: { group: "item", keys: ["h"], says: "Show earlier versions" },
  remove: { group: "item", keys: ["Delete"], says: "Delete" },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;
const ROWS = Object.entries(SHORTCUTS) as [ShortcutName, Shortcut][];

export const shortcutsOf = (group: ShortcutGroup): readonly [ShortcutName, Shortcut][] => ROWS.filter(([, row]) => row.group === group);

/** What of a key event decides. */
export interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

type Match = { readonly name: ShortcutName } | { readonly pending: string };

/**
 * Which shortcut a stroke is, or that it begins one of several keys.
 * @param pending - what an earlier stroke began; empty when none did.
 * @param letters - whether shortcuts of plain letters and signs are on.
 */
export function matchStroke(stroke: Stroke, pending: string, letters: boolean): Match | null {
  const written = writtenAs(stroke);
  if (written === null) return null;
  const whole = pending ? `${pending} ${written}` : written;
  if (!letters && isPlain(whole)) return null;
  const row = ROWS.find(([, { keys }]) => keys.includes(whole));
  if (row) return { name: row[0] };
  return ROWS.some(([, { keys }]) => keys.some((key) => key.startsWith(`${whole} `))) ? { pending: whole } : null;
}

/** Whether it is typed with a single sign; those are what people who dictate, or who knock keys, may turn off (WCAG 2.1.4). */
export const isPlain = (keys: string): boolean => keys.split(" ").every((key) => key.length === 1);

function writtenAs({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Stroke): string | null {
  if (altKey) return null;
  const name = key === " " ? "Space" : key.length === 1 ? letterOf(key, code) : key;
  // A sign such as "?" needs Shift on some keyboards and not on others; for letters Shift means something else.
  const shifted = shiftKey && (name.length > 1 || /[a-z]/.test(name));
  return `${ctrlKey || metaKey ? "Mod+" : ""}${shifted ? "Shift+" : ""}${name}`;
}

/** On a keyboard of another script the letters of this table are where Latin ones would be. */
function letterOf(key: string, code: string): string {
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  return (place && !/[\x20-\x7e]/.test(key) ? place : key).toLowerCase();
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Delete: "Del",
  Escape: "Esc",
};

/**
 * The parts of a shortcut as they are printed on keys, one list per stroke: "Mod+k" is [["Ctrl", "K"]].
 * @param apple - whether the keyboard has Cmd.
 */
export const printed = (keys: string, apple: boolean): string[][] =>
  keys.split(" ").map((stroke) => stroke.split("+").map((key) => (key === "Mod" ? (apple ? "⌘" : "Ctrl") : (NAMES[key] ?? capital(key)))));

const capital = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);

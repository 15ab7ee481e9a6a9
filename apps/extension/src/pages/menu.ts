/** The menu at a field, in its own frame. Drawn without the app: it has to be there at once. */
import "virtual:faces.css";
import "@coffer/app/ui/tokens.css";
import { ownerWords } from "../fill/ownership-lines.ts";
import { guardClicks } from "../menu/click-guard.ts";
import type { FromMenu, MenuOffer, MenuRow, PickOutcome, ToMenu } from "../menu/messages.ts";
import styles from "./menu.module.css";

const place = document.getElementById("root");
if (place === null) throw new Error("The page has no element #root");
const root = place;
// The theme chosen in the extension cannot be read in frames of other sites: here it follows the device.
const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");

const token = location.hash.slice(1);
/** At most two lines of the foot: a message moves nothing that someone is about to press. */
const COVERED = "Covered, or too soon. Press again or use the toolbar.";
const FAILED: Readonly<Record<NonNullable<PickOutcome["failed"]>, string>> = {
  gone: "The page has changed. Use Coffer in the toolbar.",
  "not-all": "Not all was taken. Use Coffer in the toolbar.",
};
/** Of a password that is made where the site allows no better one. */
const WEAK: Readonly<Record<string, string>> = {
  "Very Weak": "Very weak: all this site takes",
  Weak: "Weak: all this site takes",
  Fair: "Fair: all this site takes",
};
const NO_TOP = location.ancestorOrigins.length !== 1;

const ask = <Answer>(message: FromMenu): Promise<Answer | null> => chrome.runtime.sendMessage<FromMenu, Answer>(message).catch(() => null); // the extension was replaced

const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, className: string | undefined, ...children: (Node | string)[]) => {
  const made = document.createElement(name);
  made.className = className ?? "";
  made.append(...children);
  return made;
};

const clicks = guardClicks(root);
const said = element("p", styles.said);
said.setAttribute("role", "status");

/** A line to press. */
function button(
  className: string | undefined,
  press: () => Promise<PickOutcome | null>,
  ...children: (Node | string)[]
): HTMLButtonElement {
  const made = element("button", className, ...children);
  made.type = "button";
  made.addEventListener("click", (event) => {
    if (!clicks.isDeliberate(made, event)) return said.replaceChildren(COVERED);
    press().then(
      (done) => said.replaceChildren(done?.failed === undefined ? "" : FAILED[done.failed]),
      () => undefined,
    );
  });
  clicks.watch(made);
  return made;
}

const does = (menu: "unlock" | "not-here") => () => ask<PickOutcome>({ menu, token });

/** Whose it is comes first: what another person has written there could be long. */
const detailOf = ({ owner, passkey, detail }: MenuRow): string =>
  [ownerWords(owner), passkey && "Passkey", detail].filter(Boolean).join(" · ");

function lineOf(row: MenuRow, press: () => Promise<PickOutcome | null>): HTMLButtonElement {
  const { isSecret, weak = "" } = row;
  const title = isSecret ? (WEAK[weak] ?? "Use a strong password") : row.title;
  const mark = element("span", styles.mark, isSecret ? "✱" : Array.from(title.trim()).slice(0, 2).join(""));
  mark.setAttribute("aria-hidden", "true");
  const below = element("span", isSecret ? styles.secret : styles.detail, detailOf(row));
  return button(styles.row, press, mark, element("span", styles.text, element("span", styles.title, title), below));
}

/** Of a login whose passkey the page waits for, the password is a second button in the same line. */
function rowOf(row: MenuRow): HTMLElement {
  const picks = (menu: "pick" | "passkey") => () => ask<PickOutcome>({ menu, token, id: row.id });
  if (row.passkey === undefined) return lineOf(row, picks("pick"));
  const line = element("div", styles.pair, lineOf(row, picks("passkey")));
  if (row.passkey === "with a password") line.append(button(styles.quiet, picks("pick"), "Password"));
  return line;
}

const LOCKED: MenuRow = { id: "", title: "Open Coffer", detail: "Unlock it to fill in", isSecret: false };

function draw({ isLocked, rows, host }: MenuOffer): void {
  const lines = isLocked ? [lineOf(LOCKED, does("unlock"))] : rows.map(rowOf);
  const foot = element("div", styles.foot, said, button(styles.quiet, does("not-here"), "Not here"));
  root.className = styles.frame ?? "";
  root.setAttribute("role", "main");
  root.setAttribute("aria-label", `Coffer for ${host}`);
  root.replaceChildren(element("div", styles.list, ...lines), foot);
}

function step(by: number): void {
  const lines = [...root.querySelectorAll("button")];
  const at = lines.indexOf(document.activeElement as HTMLButtonElement);
  lines[(at + by + lines.length) % lines.length]?.focus();
}

function onKey(event: KeyboardEvent): void {
  const { key, isTrusted } = event;
  if (!isTrusted) return;
  if (key === "Escape") void ask({ menu: "close", token });
  else if (key === "ArrowDown") step(1);
  else if (key === "ArrowUp") step(-1);
  else return;
  event.preventDefault();
}

async function start(): Promise<void> {
  if (NO_TOP) return;
  const offer = await ask<MenuOffer>({ menu: "rows", token });
  if (offer === null) return;
  draw(offer);
  addEventListener("keydown", onKey);
  chrome.runtime.onMessage.addListener((message: Partial<ToMenu> | null, { id, tab }) => {
    if (id !== chrome.runtime.id || tab !== undefined || message?.menuKeys !== token) return;
    clicks.byKeys();
    root.querySelector("button")?.focus();
  });
}

void start();

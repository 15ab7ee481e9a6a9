/** A login for the site that is open: one click fills it, another copies a part of it. Its secrets are opened when they are wanted, and not kept. */
import { copiedMessage, copyForAWhile } from "@coffer/app/ui/clipboard.ts";
import type { Client } from "@coffer/client";
import { IconClockCode, IconKey, IconUser } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { copyCodeAfterFill } from "../fill/copy-code-after-fill.ts";
import { fillLogin, isFilled } from "../fill/fill-login.ts";
import { codeValues } from "../fill/values-of.ts";
import type { Tab } from "./active-tab.ts";
import styles from "./ForThisSite.module.css";
import { outcomeMessage, type RunWithClient } from "./fill-outcome.ts";
import { NOT_PROVEN, proveFirst } from "./prove-first.ts";
import { reportUsed } from "./report-use.ts";
import type { SiteLogin } from "./site-logins.ts";

const SECOND_MS = 1_000;

interface Props {
  readonly login: SiteLogin;
  /** What it is listed for. */
  readonly tab: Tab;
  readonly does: RunWithClient;
}

export function SiteRow({ login: { id, title, username, host, period, whose }, tab, does }: Props) {
  const copies = (part: Part) => does((client) => copyFrom(client, id, part, tab));
  return (
    <li className={styles.row}>
      <button type="button" className={styles.fill} onClick={does((client) => fillFrom(client, id, tab))} aria-label={`Fill ${title}`}>
        <span className={styles.name}>{title}</span>
        <span className={styles.who}>{[username, host].filter((text) => text !== "").join(" · ")}</span>
        {whose !== undefined && <span className={styles.whose}>{whose}</span>}
      </button>
      {username !== "" && (
        <Copy label={`Copy username of ${title}`} onClick={copies("username")}>
          <IconUser size={18} aria-hidden />
        </Copy>
      )}
      <Copy label={`Copy password of ${title}`} onClick={copies("password")}>
        <IconKey size={18} aria-hidden />
      </Copy>
      {period !== null && (
        <Copy label={`Copy code of ${title}`} onClick={copies("code")}>
          <IconClockCode size={18} aria-hidden />
          <SecondsLeft period={period} />
        </Copy>
      )}
    </li>
  );
}

const Copy = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <button type="button" className={styles.copy} onClick={onClick} aria-label={label} title={label}>
    {children}
  </button>
);

/** How long the code of this moment is good for: what is copied with two seconds left is typed too late. */
function SecondsLeft({ period }: { period: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const left = period - (Math.floor(now / SECOND_MS) % period);
  return (
    <span className={styles.seconds}>
      {left}
      <span className="visually-hidden"> seconds left</span>
    </span>
  );
}

async function fillFrom({ vault, account }: Client, id: string, tab: Tab): Promise<string> {
  const item = await vault.open({ id });
  if (!(await proveFirst(item))) return NOT_PROVEN;
  const outcome = await fillLogin(tab.id, item, true);
  const said = outcomeMessage(outcome);
  if (!isFilled(outcome)) return said;
  reportUsed(id, tab.id, tab.address);
  return `${said}${await copyCodeAfterFill(account, outcome, item)}`;
}

type Part = "username" | "password" | "code";

async function copyFrom({ vault }: Client, id: string, part: Part, tab: Tab): Promise<string> {
  const item = await vault.open({ id });
  if (part !== "username" && !(await proveFirst(item))) return "Not copied: your master password was not entered.";
  const { fields } = item;
  await copyForAWhile((part === "code" ? codeValues(fields, Date.now())?.["one-time-code"] : fields[part]) ?? "");
  // A password that is pasted is used as much as one that is filled in.
  if (part === "password") reportUsed(id, tab.id, tab.address);
  // Nothing can clear it once the browser has closed the popup (decision 9).
  return copiedMessage("Copied", true);
}

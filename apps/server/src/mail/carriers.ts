/** The two ways a letter goes: to the mail server of SMTP_URL, or, without one, into a folder that the operator can read. */
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Config } from "../config.ts";
import type { LetterName, Rendered } from "./letters.ts";

interface Outgoing extends Rendered {
  readonly id: string;
  readonly name: LetterName;
  readonly to: string;
  readonly at: Date;
}

export interface Carrier {
  /** Whether a letter that was carried has left; one in the folder waits for a mail server. */
  readonly isFinal: boolean;
  /** @throws MailProblem */
  carry(letter: Outgoing): Promise<void>;
  close(): void;
}

/** Why a letter did not go: a short code for the log, and words of the mail server for the operator alone. */
export class MailProblem extends Error {
  override readonly name = "MailProblem";
  readonly code: string;
  /** Trying again would not help. */
  readonly isPermanent: boolean;

  constructor(code: string, message: string, isPermanent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.isPermanent = isPermanent;
  }
}

export const createCarrier = (config: Config): Carrier =>
  config.smtpUrl === null ? folderCarrier(outboxFolder(config)) : smtpCarrier(config.smtpUrl, config.mailFrom);

/** A mail server that says nothing is given up; the operator's own values in SMTP_URL come first. */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;

function smtpCarrier(smtpUrl: string, from: string): Carrier {
  const url = new URL(smtpUrl);
  for (const [name, value] of Object.entries(TIMEOUTS_MS)) if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  const transport = createTransport(url.href);
  const carry = async ({ to, subject, text, html }: Outgoing): Promise<void> => {
    try {
      const sent = { from, to: { name: "", address: to }, subject, text, ...(html !== null && { html }) };
      await transport.sendMail({ ...sent, disableFileAccess: true, disableUrlAccess: true });
    } catch (error) {
      throw toProblem(error);
    }
  };
  return { isFinal: true, carry, close: () => transport.close() };
}

/** A mail server's final "no" to this recipient or letter (5xx) stays one; a wrong password may be put right by the operator. */
function toProblem(error: unknown): MailProblem {
  const { code = "unknown", responseCode, message = "" } = error as { code?: string; responseCode?: number; message?: string };
  const isPermanent = code !== "EAUTH" && responseCode !== undefined && responseCode >= 500;
  return new MailProblem(responseCode === undefined ? code : `${code} ${responseCode}`, message, isPermanent, { cause: error });
}

export const outboxFolder = ({ dataDir }: Pick<Config, "dataDir">): string => join(dataDir, "outbox");

function folderCarrier(folder: string): Carrier {
  const carry = async ({ id, name, to, at, subject, text }: Outgoing): Promise<void> => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
      const file = `${at.toISOString().replaceAll(":", "-")}-${name}-${id.slice(0, 8)}.txt`;
      writeFileSync(join(folder, file), `To: ${to}\nDate: ${at.toUTCString()}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
    } catch (cause) {
      throw new MailProblem("folder", "The folder outbox in DATA_DIR could not be written.", false, { cause });
    }
  };
  return { isFinal: false, carry, close: () => {} };
}

/** Removes files that were laid down before then. */
export function purgeOutboxFolder(config: Config, before: number): void {
  let names: string[];
  try {
    names = readdirSync(outboxFolder(config));
  } catch {
    return; // There is no folder until the first letter.
  }
  for (const name of names) {
    const path = join(outboxFolder(config), name);
    if (statSync(path).mtimeMs < before) rmSync(path, { force: true });
  }
}

/** The two ways an email goes: to the mail server of SMTP_URL, or, without one, into a folder that the operator can read. */
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Transporter } from "nodemailer";
import type { Config } from "../config.ts";
import { within } from "../jobs/worker.ts";
import type { EmailName } from "./emails.ts";
import type { Rendered } from "./render-email.ts";

interface Outgoing extends Rendered {
  readonly id: string;
  readonly name: EmailName;
  readonly to: string;
  readonly at: Date;
}

export interface Transport {
  /** Whether an email that was sent has left; one in the folder waits for a mail server. */
  readonly isFinal: boolean;
  /** @throws MailError; MailStopped when it was closed in between */
  send(email: Outgoing): Promise<void>;
  /** What is on its way gets a moment to leave; then it is given up. */
  close(): Promise<void>;
}

/** The email was not sent because this process ends: nothing is wrong with it, and it has to be sent again. */
export class MailStopped extends Error {
  override readonly name = "MailStopped";
}

/** Why an email was not sent: a short code for the log, and the mail server's words for the operator alone. */
export class MailError extends Error {
  override readonly name = "MailError";
  readonly code: string;
  /** Trying again would not help. */
  readonly isPermanent: boolean;

  constructor(code: string, message: string, isPermanent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.isPermanent = isPermanent;
  }
}

export const openTransport = (config: Config): Transport =>
  config.smtpUrl === null ? folderTransport(outboxFolder(config)) : smtpTransport(config.smtpUrl, config.mailFrom);

/** A mail server that does not answer is given up; the operator's own values in SMTP_URL come first. */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;

const FINISH_WITHIN_MS = 1_000;

/** The operator's address, with defaults for what it leaves open. */
function withDefaults(smtpUrl: string): URL {
  const url = new URL(smtpUrl);
  for (const [name, value] of Object.entries(TIMEOUTS_MS)) if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  // Otherwise a server without TLS, or an attacker in between who removes the offer of TLS, would get the password.
  if (url.password !== "" && !url.searchParams.has("requireTLS")) url.searchParams.set("requireTLS", "true");
  return url;
}

/** A conversation with the mail server up to where an email would follow: connection, greeting, encryption, password. @throws MailError */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const mailer = createTransport(withDefaults(smtpUrl).href);
  try {
    await mailer.verify();
  } catch (error) {
    throw toMailError(error);
  } finally {
    mailer.close();
  }
}

function smtpTransport(smtpUrl: string, from: string): Transport {
  const url = withDefaults(smtpUrl);
  // Loaded with the first email: a start does not need it, nor does a server without SMTP_URL.
  let opening: Promise<Transporter> | null = null;
  const open = (): Promise<Transporter> => (opening ??= import("nodemailer").then(({ createTransport }) => createTransport(url.href)));
  const end = createEnd();
  const send = async ({ to, subject, text, html }: Outgoing): Promise<void> => {
    try {
      const message = { from, to: { name: "", address: to }, subject, text, ...(html !== null && { html }) };
      const mailer = await open();
      await end.unlessOver(mailer.sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true }));
    } catch (error) {
      throw error instanceof MailStopped ? error : toMailError(error);
    }
  };
  return { isFinal: true, send, close: end.come };
}

/** The end of a transport: a mail server that does not answer must not delay the end of the process. */
function createEnd() {
  const underWay = new Set<Promise<unknown>>();
  let giveUp = (): void => {};
  const over = new Promise<never>((_, reject) => {
    giveUp = () => reject(new MailStopped("The server was stopped before the email had left."));
  });
  over.catch(() => undefined);
  const unlessOver = async (sending: Promise<unknown>): Promise<void> => {
    underWay.add(sending);
    await Promise.race([sending, over]).finally(() => underWay.delete(sending));
  };
  const come = async (): Promise<void> => {
    await within(FINISH_WITHIN_MS, Promise.allSettled(underWay));
    giveUp();
  };
  return { unlessOver, come };
}

/** A mail server's final "no" to this recipient or email (5xx) stays final; a wrong password and missing TLS can be fixed by the operator. */
function toMailError(error: unknown): MailError {
  const { code = "unknown", responseCode, message = "" } = error as { code?: string; responseCode?: number; message?: string };
  const isPermanent = code !== "EAUTH" && code !== "ETLS" && responseCode !== undefined && responseCode >= 500;
  return new MailError(responseCode === undefined ? code : `${code} ${responseCode}`, message, isPermanent, { cause: error });
}

export const outboxFolder = ({ dataDir }: Pick<Config, "dataDir">): string => join(dataDir, "outbox");

function folderTransport(folder: string): Transport {
  const send = async ({ id, name, to, at, subject, text }: Outgoing): Promise<void> => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
      const file = `${at.toISOString().replaceAll(":", "-")}-${name}-${id.slice(0, 8)}.txt`;
      writeFileSync(join(folder, file), `To: ${to}\nDate: ${at.toUTCString()}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
    } catch (cause) {
      throw new MailError("folder", "The folder outbox in DATA_DIR could not be written.", false, { cause });
    }
  };
  return { isFinal: false, send, close: async () => {} };
}

/** Removes files that were written before that time. */
export function purgeOutboxFolder(config: Config, before: number): void {
  let names: string[];
  try {
    names = readdirSync(outboxFolder(config));
  } catch {
    return; // There is no folder until the first email.
  }
  for (const name of names) {
    const path = join(outboxFolder(config), name);
    if (statSync(path).mtimeMs < before) rmSync(path, { force: true });
  }
}

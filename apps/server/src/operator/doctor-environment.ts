/** What `doctor` checks outside the database: the disk, the mail server, the proxy, the public address. */
import { statfsSync } from "node:fs";
import { isLoopback } from "@coffer/core/loopback";
import { plural } from "@coffer/core/text";
import type { Config } from "../config.ts";
import { greetMailServer, MailError } from "../mail/transports.ts";
import { damagedIn, readAllKept } from "./kept-backups.ts";
import { findProblem, goodBackupAt, readLast } from "./last-backup.ts";
import { goodCheckAt, readLastCheck } from "./last-check.ts";

export interface Finding {
  readonly about: string;
  /** "note": nothing is broken, but the operator should know. */
  readonly state: "ok" | "note" | "wrong";
  readonly text: string;
  /** What to do about it; never absent where something is wrong. */
  readonly fix?: string;
}

export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? (error as Error).name);

const MB = 1_048_576;
/** The database keeps its log of some hundred megabytes next to the data. */
const SPACE_MIN_MB = 512;

/** @param free - bytes, for tests */
export function checkDiskSpace({ dataDir }: Pick<Config, "dataDir">, free?: number): Finding[] {
  const { bavail, bsize } = statfsSync(dataDir);
  const mb = Math.floor((free ?? bavail * bsize) / MB);
  const text = `${mb} MB are free for ${dataDir}.`;
  if (mb >= SPACE_MIN_MB) return [{ about: "Disk", state: "ok", text }];
  return [{ about: "Disk", state: "wrong", text, fix: `Free some space: below ${SPACE_MIN_MB} MB the database may soon refuse to write.` }];
}

const HOUR_MS = 3_600_000;
/** A night that was missed. */
const LATE_MS = 50 * HOUR_MS;

const DAMAGED_FIX = "Look at the disk of BACKUP_DIR and move that file out of it. Then make another backup: npm run drill";

export function checkBackups(
  { backupDir, dataDir, backupRecipient }: Pick<Config, "backupDir" | "dataDir" | "backupRecipient">,
  now = Date.now(),
): Finding {
  const about = "Backups";
  if (backupDir === null)
    return {
      about,
      state: "note",
      text: "This server makes none by itself.",
      fix: "Set BACKUP_DIR to a folder, or be sure that something else does.",
    };
  const last = readLast({ backupDir, dataDir });
  const fix = "Mend that, then: npm run drill";
  const problem = findProblem({ backupDir, dataDir });
  if (problem !== null) return { about, state: "wrong", text: problem, fix };
  const damaged = damagedIn({ backupDir, dataDir });
  if (damaged.length > 0) return { about, state: "wrong", text: damaged.join(" "), fix: DAMAGED_FIX };
  if (last === null)
    return {
      about,
      state: now - goodBackupAt({ backupDir, dataDir }) > LATE_MS ? "wrong" : "note",
      text: `There is none in ${backupDir} yet; the first is made at night.`,
      fix: "npm run drill makes one now.",
    };
  if (!last.isGood) return { about, state: "wrong", text: `The last one, at ${last.at}, failed. ${last.text}`, fix };
  const hours = Math.floor((now - Date.parse(last.at)) / HOUR_MS);
  const text = `The last one was restored and verified ${plural(hours, "hour")} ago, in ${backupDir}.${backupRecipient === null ? "" : " New ones are sealed (BACKUP_RECIPIENT)."}`;
  return now - Date.parse(last.at) > LATE_MS ? { about, state: "wrong", text, fix } : { about, state: "ok", text };
}

/** For `doctor -- --deep`. */
export async function checkKept(config: Config): Promise<Finding> {
  const about = "Kept backups";
  const { count, damaged } = await readAllKept(config);
  if (damaged.length > 0) return { about, state: "wrong", text: damaged.join(" "), fix: DAMAGED_FIX };
  return { about, state: "ok", text: count === 0 ? "There are none." : `All ${count} are what was written.` };
}

/** What the server found when it last read everything that is stored. */
export function checkLastLook({ dataDir, isCheckingNightly }: Pick<Config, "dataDir" | "isCheckingNightly">, now = Date.now()): Finding {
  const about = "Stored data";
  const fix = "npm run doctor -- --deep looks now.";
  const last = readLastCheck(dataDir);
  if (last?.state === "damaged")
    return {
      about,
      state: "wrong",
      text: `Damage was found at ${last.at}. ${last.text}`,
      fix: "After that is mended: npm run doctor -- --nightly",
    };
  if (!isCheckingNightly) return { about, state: "note", text: "This server does not read it through by itself (NIGHTLY_CHECK).", fix };
  const good = last?.good ?? null;
  const isOld = now - goodCheckAt(dataDir) > LATE_MS;
  // A night without pages, after good ones, may be one that was cut short.
  if (last?.state === "partial" && (good === null || isOld))
    return { about, state: "note", text: `At ${last.at} its rows were read, and no page. ${last.text}`, fix };
  if (good === null && isOld) return { about, state: "wrong", text: `It was never read through. ${last?.text ?? ""}`.trim(), fix };
  if (good === null) return { about, state: "note", text: "It was not read through yet; that happens at night.", fix };
  const hours = Math.floor((now - Date.parse(good)) / HOUR_MS);
  const text = `It was read through ${plural(hours, "hour")} ago, without damage.`;
  return isOld ? { about, state: "wrong", text, fix } : { about, state: "ok", text };
}

/** By what the mail server, or the way to it, answers. */
const MAIL_FIXES: Readonly<Record<string, string>> = {
  EAUTH: "Look at user and password in SMTP_URL.",
  ECONNECTION: "Look at host and port in SMTP_URL, and whether a firewall is between.",
  ESOCKET: "Look at host and port in SMTP_URL; smtps:// speaks TLS from the beginning (465), smtp:// does not (587, 25).",
  EDNS: "Look at the host in SMTP_URL: it has no address.",
  ETIMEDOUT: "Look at host and port in SMTP_URL, and whether a firewall is between.",
};

export async function checkMail({ smtpUrl }: Pick<Config, "smtpUrl">): Promise<Finding> {
  const about = "Mail";
  if (smtpUrl === null)
    return {
      about,
      state: "note",
      text: "SMTP_URL is not set: emails stay in the folder outbox in DATA_DIR.",
      fix: "Without emails no one can reset a password by themselves.",
    };
  const { host } = new URL(smtpUrl);
  try {
    await greetMailServer(smtpUrl);
    return { about, state: "ok", text: `${host} accepts our emails.` };
  } catch (error) {
    const code = error instanceof MailError ? error.code : codeOf(error);
    return {
      about,
      state: "wrong",
      text: `${host} does not accept our emails (${code}).`,
      fix: MAIL_FIXES[code.split(" ")[0] ?? ""] ?? "Look at SMTP_URL.",
    };
  }
}

export function checkProxy({ publicUrl, trustedProxy }: Pick<Config, "publicUrl" | "trustedProxy">): Finding {
  const about = "Proxy";
  if (trustedProxy.some((range) => Number(range.split("/")[1] ?? 32) < 8))
    return {
      about,
      state: "wrong",
      text: "TRUSTED_PROXY believes half the world: a caller from there can claim any address, and has no limits.",
      fix: "Name the proxy's own address.",
    };
  if (trustedProxy.length > 0)
    return { about, state: "ok", text: `${trustedProxy.join(", ")} is believed about where a request comes from.` };
  // The server speaks no TLS itself: a proxy in front of it does.
  if (publicUrl?.startsWith("https:"))
    return {
      about,
      state: "wrong",
      text: "PUBLIC_URL is https, so there is a proxy, and TRUSTED_PROXY does not name it: all users have its address, and share each other's limits.",
      fix: "Set TRUSTED_PROXY to the address that the proxy connects from, like 127.0.0.1.",
    };
  return { about, state: "ok", text: "None is expected." };
}

const ANSWER_WITHIN_MS = 10_000;

export async function checkPublicAddress({ publicUrl }: Pick<Config, "publicUrl">): Promise<Finding> {
  const about = "Public address";
  if (publicUrl === null)
    return {
      about,
      state: "note",
      text: "PUBLIC_URL is not set: links lead to this machine alone.",
      fix: "Set it to the https address that people type.",
    };
  const url = new URL(publicUrl);
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return {
      about,
      state: "wrong",
      text: `${publicUrl} is not https: browsers give pages no keys there, so no one can sign in.`,
      fix: "Put a proxy with a certificate in front, and set PUBLIC_URL to its https address.",
    };
  try {
    const reply = await fetch(new URL("/api/health", url), { signal: AbortSignal.timeout(ANSWER_WITHIN_MS), redirect: "manual" });
    const body = await reply.text();
    if (reply.status === 200 && body === '{"status":"ok"}') return { about, state: "ok", text: `${publicUrl} leads to a running server.` };
    return {
      about,
      state: "wrong",
      text: `${publicUrl}/api/health answers ${reply.status}, and not as this product does.`,
      fix: "Look where the proxy forwards to: HOST and PORT of this server.",
    };
  } catch (error) {
    const cause = (error as Error).cause ?? error;
    return { about, state: "wrong", text: `${publicUrl} does not answer (${codeOf(cause)}).`, fix: fixFor(codeOf(cause)) };
  }
}

function fixFor(code: string): string {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "The name has no address: look at PUBLIC_URL and the DNS entry.";
  if (/CERT|TLS|SSL|SIGNED|ISSUER/.test(code)) return "Give the proxy a certificate that browsers believe, for this name.";
  return "Start the server, and look whether the proxy runs and can be reached from here.";
}

/** What the trust store keeps of a team's log as others see it (team/gossip.ts). */
import type { LogPoint } from "@coffer/crypto";

/** What stops a team: someone has signed another log than the server shows here. */
export interface LogAlarm {
  readonly code: "log_withheld" | "log_forked";
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Who signed it: email in the log. */
  readonly by: string;
  /** How far the signer knew the log, and how far the server showed it here. */
  readonly theirs: LogPoint;
  readonly own: LogPoint;
  /** As it is exported (team/evidence.ts): JSON. */
  readonly evidence: string;
}

export interface TeamGossip {
  readonly alarm?: LogAlarm | null;
  /** Points that a person has looked at and decided to go on with: "size root". */
  readonly settled?: readonly string[];
  /** When a person decided to go on although no other member had confirmed the log for long. */
  readonly aloneAt?: number;
}

/** The status of the signed-in user's team. */

/**
 * `none`: in no team. `unsolicited`: someone put the account into the team and the user has not agreed. `without-log`: no one signed its
 * founding.
 * `not-believed`: its log is not the one that was accepted. `key-pending`: no member with the key has been online since.
 * `log-withheld`, `log-forked`: a member has signed more of its log, or another one, than the server shows. `open`: all is well.
 */
export type TeamStatus = "none" | "unsolicited" | "without-log" | "not-believed" | "log-withheld" | "log-forked" | "key-pending" | "open";

export const STOPPED = { log_withheld: "log-withheld", log_forked: "log-forked" } as const;

/** What is shared with a team whose log is believed stays readable. */
export const BELIEVED: ReadonlySet<TeamStatus> = new Set(["open", "key-pending", "log-withheld", "log-forked"]);

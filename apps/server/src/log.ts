/** The server's log: one JSON line per event on stderr, made of an event name and ids. Never bodies, queries, tokens, e-mails or ciphertext. */

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export function createLog(write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const at =
    (level: string) =>
    (event: string, fields: LogFields = {}): void =>
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`);
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** What may be logged of an unexpected error: its class, its code and where it was thrown. Not its message: a database's message quotes values. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? error.cause : error;
  const { code, constraint } = cause as { code?: unknown; constraint?: unknown };
  return {
    error: cause.name,
    code: typeof code === "string" ? code : null,
    constraint: typeof constraint === "string" ? constraint : null,
    at: (error.stack ?? "")
      .split("\n")
      .filter((line) => line.startsWith("    at "))
      .slice(0, 8)
      .map((line) => line.trim())
      .join(" < "),
  };
}

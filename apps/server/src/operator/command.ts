/** What a command of the operator is given, and what it prints in the end. */
import { type Config, ConfigError } from "../config.ts";
import type { Log } from "../log.ts";

export interface Context {
  readonly config: Config;
  readonly log: Log;
  /** A server runs it, and has the database. */
  readonly isOfServer?: boolean;
  /** The folder that relative file names of the operator are relative to. */
  readonly folder: string;
}

export interface Outcome {
  readonly text: string;
  /** Whether all is well; the exit code tells it too. */
  readonly isGood: boolean;
}

export interface Command {
  /** As it is typed after `npm run`, and what it does. */
  readonly usage: string;
  /** @throws ConfigError with a message for the operator when it cannot be done */
  readonly run: (words: readonly string[], context: Context) => Promise<Outcome>;
}

/** Takes a flag with its value out of the words. @returns the value, null where it is not given @throws ConfigError with the usage */
export function takeOption(usage: string, words: readonly string[], name: string): { value: string | null; rest: readonly string[] } {
  const at = words.indexOf(name);
  if (at === -1) return { value: null, rest: words };
  const value = words[at + 1];
  if (value === undefined || value.startsWith("--")) throw new ConfigError(`npm run ${usage}`);
  return { value, rest: words.toSpliced(at, 2) };
}

/** The one word that is no flag, and the flags. @throws ConfigError */
export function readWords(
  usage: string,
  words: readonly string[],
  known: readonly string[] = [],
): { file: string; flags: ReadonlySet<string> } {
  const flags = new Set(words.filter((word) => word.startsWith("--")));
  const [file, ...rest] = words.filter((word) => !flags.has(word));
  if (file === undefined || rest.length > 0 || [...flags].some((flag) => !known.includes(flag))) throw new ConfigError(`npm run ${usage}`);
  return { file, flags };
}

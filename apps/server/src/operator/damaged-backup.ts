/** What is said of a backup that is not what was written. */
import { ConfigError } from "../config.ts";

export class DamagedBackupError extends ConfigError {}

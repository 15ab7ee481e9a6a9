/** The product's name and every number of the specification, each with its unit and its source. */

/** The one place where the product's name stands (decision V-27). */
export const PRODUCT_NAME = "Coffer";
/** First part of an export file's name; the ISO date follows (specification 2 §9). */
export const EXPORT_FILE_PREFIX = "coffer-export";

/** Toasts: errors stay 4 s, successes 2 s, at most 20 at once (specification 1 §9). */
export const TOAST_ERROR_MS = 4_000;
export const TOAST_SUCCESS_MS = 2_000;
export const TOAST_LIMIT = 20;

export const SIDEBAR_BREAKPOINT_PX = 1024;
export const LIST_BREAKPOINT_PX = 768;
/** From here on the detail of an item stands beside its list (the look, rule 5). */
export const DETAIL_PANE_BREAKPOINT_PX = 1200;
/** Dropdowns never grow beyond this (specification 2 §9). */
export const DROPDOWN_MAX_HEIGHT_PX = 400;

/** Minimum lengths of a master password: at registration and linked profiles, and at recovery (decision S-11). */
export const REGISTRATION_PASSWORD_MIN_LENGTH = 8;
export const RESET_PASSWORD_MIN_LENGTH = 12;
/** Digits in every one-time code the product sends or asks for. */
export const CODE_LENGTH = 6;
/** Of a code mailed while somebody else is trying codes for that address: too long to be guessed. */
export const LONG_CODE_LENGTH = 12;

/** The vault's colour when none was chosen (specification 2 §9). */
export const DEFAULT_VAULT_COLOR = "#3B82F6";
/** Icon of a vault made by an import, and of any vault nobody chose one for (specification 2 §9). */
export const DEFAULT_VAULT_ICON = "folder";

/** An import file holds at most this many bytes (specification 3 §9). */
export const IMPORT_MAX_BYTES = 1_048_576;
/** A backup of our own may be larger: a full vault with its histories. It is read on the device and not uploaded beyond the size of other files. */
export const BACKUP_MAX_BYTES = 67_108_864;
/** Records of one import written by one commit. */
export const IMPORT_CHUNK_ITEMS = 200;
/** The progress of an import is asked for this often (specification 3 §9). */
export const IMPORT_POLL_MS = 1_000;

/** Server limits (decision V-28). An account holds more than that decision says: imports of ten thousand and more are seen (finding T3). */
export const MAX_ITEMS = 100_000;
export const FIELD_MAX_BYTES = 65_536;
export const REQUEST_MAX_BYTES = 1_048_576;
/** How long a request may take to arrive, for each MiB of it: 35 KB in a second. The server ends what is slower, and a client waits as long before it gives up. */
export const ARRIVAL_MS_PER_MIB = 30_000;

export const DAY_MS = 86_400_000;
/** What is deleted can be had back for so long: items in the trash, a vault left behind in a reset (decision N-13). The server purges it then. */
export const DELETED_KEPT_DAYS = 30;
export const DELETED_KEPT_MS = DELETED_KEPT_DAYS * DAY_MS;

/** A secret that is shown covers itself again after so long. */
export const REVEAL_MS = 30_000;

/** Characters of a hint for the master password, and of a message to an administrator. */
export const HINT_MAX_LENGTH = 200;
export const HELP_MESSAGE_MAX_LENGTH = 1_000;

/** Values of the generator that a device remembers. */
export const GENERATED_HISTORY_MAX = 100;

/** For so long after the master password was given, what needs a fresh proof of it goes on without asking (security design §7). */
export const FRESH_PROOF_MINUTES = 10;
/** For so long the mailed link turns off a second factor that was set up. */
export const UNDO_HOURS = 24;

/** An invitation can be used for so long (decision N-04). */
export const INVITATION_DAYS = 7;
/** Life of a session (decision N-04). */
export const SESSION_HOURS = 8;

/** The product's name, limits, durations and defaults, each with its unit and its source. */

/** The only place that contains the product's name (decision V-27). */
export const PRODUCT_NAME = "Coffer";
/** First part of an export file's name; the ISO date follows (specification 2 §9). */
export const EXPORT_FILE_PREFIX = "coffer-export";

/** Toasts: errors stay 4 s, successes 2 s, at most 20 at once (specification 1 §9). */
export const TOAST_ERROR_MS = 4_000;
export const TOAST_SUCCESS_MS = 2_000;
export const TOAST_LIMIT = 20;

export const SIDEBAR_BREAKPOINT_PX = 1024;
export const LIST_BREAKPOINT_PX = 768;
/** From this width on, the detail pane is next to the list (the look, rule 5). */
export const DETAIL_PANE_BREAKPOINT_PX = 1200;
/** Dropdowns never grow beyond this (specification 2 §9). */
export const DROPDOWN_MAX_HEIGHT_PX = 400;

/** Minimum lengths of a master password: at registration and linked profiles, and at recovery (decision S-11). */
export const REGISTRATION_PASSWORD_MIN_LENGTH = 8;
export const RESET_PASSWORD_MIN_LENGTH = 12;
/** Digits in every one-time code the product sends or asks for. */
export const CODE_LENGTH = 6;
/** Length of a code mailed while someone else is trying codes for that address: too long to guess. */
export const LONG_CODE_LENGTH = 12;

/** The vault's colour when none was chosen (specification 2 §9). */
export const DEFAULT_VAULT_COLOR = "#3B82F6";
/** Icon of a vault created by an import, and of any vault without a chosen one (specification 2 §9). */
export const DEFAULT_VAULT_ICON = "folder";

/** An import file holds at most this many bytes (specification 3 §9). */
export const IMPORT_MAX_BYTES = 1_048_576;
/** Our own backups may be larger: a full vault with its histories. They are read on the device, and uploaded only up to the limit of other files. */
export const BACKUP_MAX_BYTES = 67_108_864;
/** Records of an import per commit. */
export const IMPORT_CHUNK_ITEMS = 200;
/** Polling interval for the progress of an import (specification 3 §9). */
export const IMPORT_POLL_MS = 1_000;

/** Server limits (decision V-28). The item limit is higher than in that decision: imports of ten thousand and more occur (finding T3). */
export const MAX_ITEMS = 100_000;
/** Of what members made in one shared vault, together and with the trash: it does not count for its owner, who could save nothing any more. */
export const MAX_MEMBERS_ITEMS = 10_000;
/** Items and vaults that a person shares with another who shares nothing with them, and is in no team with them: a client asks for each of them. */
export const MAX_UNSOLICITED_SHARES = 100;
export const FIELD_MAX_BYTES = 65_536;
export const REQUEST_MAX_BYTES = 1_048_576;
/** How long a request may take to arrive, per MiB: 35 KB per second. The server aborts slower ones, and a client waits as long before it gives up. */
export const ARRIVAL_MS_PER_MIB = 30_000;

export const DAY_MS = 86_400_000;
/** Days in which deleted items can be restored: items in the trash, and the old vault after a reset (decision N-13). The server purges them afterwards. */
export const DELETED_KEPT_DAYS = 30;
export const DELETED_KEPT_MS = DELETED_KEPT_DAYS * DAY_MS;

/** How long an earlier version of an item is kept after it was replaced, and how many are kept however old they are. */
export const VERSIONS_KEPT_DAYS = 365;
export const VERSIONS_KEPT_MS = VERSIONS_KEPT_DAYS * DAY_MS;
export const VERSIONS_KEPT_LEAST = 50;

/** A revealed secret is hidden again after this time. */
export const REVEAL_MS = 30_000;

/** Maximum characters of a master password hint, and of a message to an administrator. */
export const HINT_MAX_LENGTH = 200;
export const HELP_MESSAGE_MAX_LENGTH = 1_000;

/** Number of generated values that a device remembers. */
export const GENERATED_HISTORY_MAX = 100;

/** How long after entering the master password calls that need a fresh proof do not ask again (security design §7). */
export const FRESH_PROOF_MINUTES = 10;
/** How long the mailed link can turn off a new second factor. */
export const UNDO_HOURS = 24;

/** How long an invitation is valid (decision N-04). */
export const INVITATION_DAYS = 7;
/** Lifetime of a session (decision N-04). */
export const SESSION_HOURS = 8;

/** What is said of a vault that a reset left behind, and until when it can be brought back. */

import type { DiscardedVault } from "@coffer/client";
import { DELETED_KEPT_MS } from "@coffer/core/constants";
import { plural, shortDate } from "@coffer/core/text";

export const discardedMessage = ({ discardedAt, count }: DiscardedVault): string =>
  `On ${shortDate(discardedAt)} you started with an empty vault. What was in it before (${plural(count, "entry", "entries")}) is kept, encrypted, until ${shortDate(discardedAt + DELETED_KEPT_MS)}: with its recovery key it comes back next to what you have now.`;

/** What is shared can sign in: said before it is shared, because no one can take it back. */

import type { Item } from "@coffer/core/items/item";
import { readPasskeys } from "@coffer/core/items/passkeys";
import { memo } from "react";
import { Note } from "../ui/Note.tsx";

/** Drawn for other items alone: what is typed around it must not read every one again. */
export const PasskeysGoAlong = memo(
  ({ items }: { items: readonly Pick<Item, "fields">[] }) =>
    items.some(({ fields }) => readPasskeys(fields.x_passkeys ?? "").some(({ state }) => state !== "removed")) && (
      <Note>
        A login takes its passkeys along: anyone who can view it can sign in with them, also after you stop sharing. Make a new passkey at
        the site then, and remove the old one there.
      </Note>
    ),
);

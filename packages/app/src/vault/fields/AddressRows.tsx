/** The further web addresses of a login, each to be opened and copied. */
import { siteHost } from "@coffer/core/items/display";
import { titleOf } from "@coffer/core/items/item";
import { type Address, readAddresses } from "@coffer/core/items/structured";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { FieldRow } from "../../ui/FieldRow.tsx";
import { matchNote } from "./address.ts";
import { FieldNote } from "./FieldNote.tsx";
import { OpenButton } from "./OpenButton.tsx";
import type { ShownField } from "./shown-field.ts";

export function AddressRows({ item, value, actions }: ShownField) {
  return readAddresses(value).map((address, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same address may be there twice, and nothing of a row is kept
    <AddressRow key={index} item={item} address={address} actions={actions} />
  ));
}

function AddressRow({ item, address: { url, match }, actions }: Pick<ShownField, "item" | "actions"> & { address: Address }) {
  const spoken = `web address ${siteHost(url) || url}`;
  const note = matchNote(match);
  const opens = match !== "regex";
  return (
    <FieldRow
      label="Web address"
      actions={
        item.state === "intact" && (
          <>
            {actions && opens && <OpenButton label={`Open ${spoken} of ${titleOf(item)}`} onOpen={() => actions.launch(item, url)} />}
            <CopyButton
              label={`Copy ${spoken} for ${titleOf(item)}`}
              failure="Failed to copy web address"
              value={() => url}
              onCopied={() => actions?.used(item)}
            />
          </>
        )
      }
    >
      {url}
      {note && <FieldNote>{note}</FieldNote>}
    </FieldRow>
  );
}

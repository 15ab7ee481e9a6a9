/** The further web addresses of a login, each to be opened and copied. */
import { siteHost } from "@coffer/core/items/display";
import { titleOf } from "@coffer/core/items/item";
import { type Address, readAddresses } from "@coffer/core/items/structured-fields";
import { matchNote } from "./address.ts";
import { FieldNote } from "./FieldNote.tsx";
import { OpenButton } from "./OpenButton.tsx";
import type { ShownField } from "./shown-field.ts";
import { ValueRow } from "./ValueRow.tsx";

export function AddressRows({ item, value, actions }: ShownField) {
  return readAddresses(value).map((address, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same address may be there twice, and nothing of a row is kept
    <AddressRow key={index} item={item} address={address} actions={actions} />
  ));
}

function AddressRow({ item, address: { url, match }, actions }: Pick<ShownField, "item" | "actions"> & { address: Address }) {
  const site = siteHost(url) || url;
  const note = matchNote(match);
  const opens = match !== "regex";
  return (
    <ValueRow
      item={item}
      label="Web address"
      spoken={`web address ${site} for ${titleOf(item)}`}
      what="web address"
      value={url}
      actions={actions}
      more={
        item.state === "intact" &&
        actions &&
        opens && <OpenButton label={`Open web address ${site} of ${titleOf(item)}`} onOpen={() => actions.launch(item, url)} />
      }
      below={note && <FieldNote>{note}</FieldNote>}
    />
  );
}

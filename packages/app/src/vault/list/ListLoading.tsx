/** The placeholder of a list, in the shape the list will have. */

import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { inSentence } from "@coffer/core/text";
import { Loading } from "../../ui/Loading.tsx";
import { useListLayout } from "./use-list-layout.ts";

export function ListLoading({ kind }: { kind: KindName }) {
  const { asRows, minWidth, height, gap } = useListLayout(kind);
  const label = `Loading ${inSentence(kindOf(kind).words.tab)}`;
  return asRows ? <Loading label={label} rowHeight={height} /> : <Loading label={label} tile={{ minWidth, height, gap }} />;
}

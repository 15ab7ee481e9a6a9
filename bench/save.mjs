/** One save in a full vault, compared with the same in a small one. */
import { blankDraft } from "../packages/core/dist/items/item.js";
import { medianOf, row } from "./measure.mjs";

const RUNS = 15;

export async function measureSaving(large, small) {
  const [inLarge, inSmall] = [await editsIn(large), await editsIn(small)];
  const [sizeOfLarge, sizeOfSmall] = [large, small].map(({ device }) => device.client.vault.contents().items.length);
  return [row(`one save among ${sizeOfLarge} items`, inLarge, `one save among ${sizeOfSmall}`, inSmall)];
}

/** @returns the median of edits of one login, each seen in the lists afterwards. */
async function editsIn({ device: { client } }) {
  const { id } = client.vault.contents().items.find(({ kind }) => kind === "password");
  let base = await client.vault.open({ id });
  return medianOf(RUNS, async (run) => {
    const draft = { ...blankDraft("password"), fields: { ...base.fields, notes: `edit ${run}` } };
    base = (await client.vault.update({ base, draft })).item;
  });
}

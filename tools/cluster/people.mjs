/** People who save all the time, and what became of every save. */
import { setTimeout as sleep } from "node:timers/promises";
import { blankDraft } from "../../packages/core/dist/items/item.js";
import { signIn } from "./accounts.mjs";

/** Between two saves of a person. */
const PAUSE_MS = 300;
/** Someone who reads that the server is away looks again after a while. */
const AGAIN_AFTER_MS = 250;
/** Of so many saves one changes an item that is there. */
const EDIT_EVERY = 4;
const EDITED = "edited";

const draftOf = (name, notes) => ({ ...blankDraft("note"), fields: { name, notes } });

/** @returns what they did so far, and what ends them */
export function startPeople(devices) {
  const record = { saves: [], refused: [] };
  let isOver = false;
  const working = [...devices].map(([email, device]) => work({ email, device }, record, () => isOver));
  const stop = async () => {
    isOver = true;
    return Promise.all(working);
  };
  return { record, stop, count: devices.size };
}

async function work({ email, device }, record, isOver) {
  const saved = { email, names: new Set(), edits: 0 };
  const save = (name, run) => untilSaved({ email, device, record }, name, run);
  let item = await save(EDITED, () => device.vault.create({ draft: draftOf(EDITED, "0") }));
  for (let number = 1; !isOver(); number++) {
    await sleep(PAUSE_MS * (0.5 + Math.random()));
    if (number % EDIT_EVERY === 0) {
      const draft = draftOf(EDITED, String(number));
      item = await save(EDITED, async () => (await device.vault.update({ base: item, draft })).item);
      saved.edits = number;
    } else {
      const name = `save ${number}`;
      await save(name, () => device.vault.create({ draft: draftOf(name, email) }));
      saved.names.add(name);
    }
  }
  return saved;
}

/** As a person does it: when it failed, look whether it is there, as soon as the list can be loaded again; if not, save again. */
async function untilSaved({ email, device, record }, name, run) {
  const began = Date.now();
  for (;;) {
    try {
      const item = await run();
      record.saves.push({ email, began, at: Date.now() });
      return item;
    } catch (error) {
      record.refused.push({ at: Date.now(), kind: error.name, sentence: error.message });
    }
    const found = await look(device, name, record);
    // An edit is made again in any case: to save the same text twice changes nothing.
    if (found && name !== EDITED) return found;
  }
}

async function look(device, name, record) {
  for (;;) {
    await sleep(AGAIN_AFTER_MS);
    try {
      return (await device.vault.pull()).items.find(({ fields }) => fields.name === name);
    } catch (error) {
      record.refused.push({ at: Date.now(), kind: error.name, sentence: error.message });
    }
  }
}

/** Reads everything back on a device that has seen nothing. @returns how many saves are lost, doubled, or not as they were saved */
export async function readBack(origin, all) {
  const found = { acknowledged: 0, lost: 0, doubled: 0 };
  for (const saved of all) await readOne(origin, saved, found);
  return found;
}

async function readOne(origin, { email, names, edits }, found) {
  const items = (await (await signIn(origin, email)).vault.openMany()).filter(({ state }) => state === "intact");
  const kept = new Map(items.map(({ fields }) => [fields.name, fields.notes]));
  found.acknowledged += names.size + 1 + Math.floor(edits / EDIT_EVERY);
  found.lost += [...names].filter((name) => !kept.has(name)).length + (Number(kept.get(EDITED) ?? -1) < edits ? 1 : 0);
  found.doubled += items.length - kept.size;
}

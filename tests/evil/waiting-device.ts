/** A device whose edits wait, and what is done to its calls. */
import type { Client } from "../../packages/client/src/index.ts";
import { aLogin } from "../flows/sample-items.ts";
import { waitingEditsOn } from "../flows/waiting-device.ts";
import type { Stage } from "./evil-server.ts";

export const MADE = "Made in the attack";
export const isSave = (url: string): boolean => /\/vault\/entries(\/[\w-]+)?$|\/vault\/commit$/.test(url);
export const offline = ({ world }: Stage): void => world.refuseWhen(() => true);
export const online = ({ world }: Stage): void => world.refuseWhen(() => false);

export const change = async ({ vault }: Client, id: string, fields: Record<string, string>) => {
  const base = await vault.open({ id });
  return vault.update({ base, draft: aLogin({ ...base.fields, ...fields }) });
};
export const onLaptop = async ({ ann }: Stage, id: string, fields: Record<string, string>) => {
  await ann.client.vault.pull();
  await change(ann.client, id, fields);
};
export const fieldsOf = async ({ ann }: Stage, id: string) => {
  await ann.client.vault.pull();
  return (await ann.client.vault.open({ id })).fields;
};
export const savesOf = async ({ ann }: Stage, id: string): Promise<number> => (await ann.client.vault.versions({ id })).earlier.length + 1;
export const titled = ({ vault }: Client, title: string) => vault.contents()?.items.filter(({ fields }) => fields.title === title) ?? [];
export const SAVE = "/vault/entries/";

/** The saves that were asked of the server. */
export const savesSent = ({ sent }: Stage): number => sent.filter(({ url, method }) => method !== "GET" && isSave(url)).length;

/** An item of Ann's on her phone, where edits may wait. */
export async function onPhone(stage: Stage, title = MADE) {
  const { id } = await stage.ann.client.vault.create({ draft: aLogin({ title, password: "old" }) });
  const device = await stage.ann.device("phone");
  return { id, device, ...(await waitingEditsOn(device.client)) };
}

/** The next save is done, and its answer is dropped with all that comes after it. */
export function dropAnswer({ world }: Stage): void {
  let isDropped = false;
  world.loseNextAnswer((url) => {
    if (!isDropped && !isSave(url)) return false;
    isDropped = true;
    world.refuseWhen(() => true);
    return true;
  });
}

export const lastSave = ({ requests }: Stage["world"]): Record<string, unknown> =>
  JSON.parse(requests.findLast(({ url }) => isSave(url))?.body ?? "{}") as Record<string, unknown>;

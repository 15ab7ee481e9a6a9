/** Steps of a recovery: a vault worth recovering, a proven mailbox, a reset. */
import { expect } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { aLogin, oneOfEachKind } from "./sample-items.ts";
import type { Person, World } from "./world.ts";

/** The password of everyone who has forgotten the first one. */
export const NEXT = "Remembered-Horse-3!";
export const endsWith = (path: string) => (url: string) => url.endsWith(path);

/** Everything in a vault, opened, except what a reset changes on purpose. */
export async function everythingIn({ vault }: Client) {
  const { items, vaults } = await vault.pull();
  const opened = await Promise.all(items.map(({ id }) => vault.open({ id })));
  const byId = <T extends { id: string; revision: number; saveId?: string | undefined }>(all: readonly T[]) =>
    all.map(({ revision: _, saveId: __, ...one }) => one).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { items: byId(opened), vaults: byId(vaults) };
}

export function recoverySteps(world: World) {
  /** A vault of every kind, with a place, a favourite and a second revision in it. */
  async function personWithVault(name: string): Promise<Person> {
    const person = await world.person(name);
    const { vault } = person.client;
    const { id: categoryId } = await vault.createVault({ name: "Work", description: "All of it", color: "#112233" });
    for (const draft of oneOfEachKind((kind, field) => (field === "website_url" ? "https://example.com" : `${kind} ${field} ✓ “ü”`)))
      await vault.create({ draft: { ...draft, categoryId } });
    const base = await vault.create({ draft: aLogin({ title: "Edited" }) });
    await vault.update({ base: await vault.open({ id: base.id }), draft: aLogin({ title: "Edited twice", notes: "and annotated" }) });
    await vault.setFavourite({ id: base.id, favourite: true });
    return person;
  }

  async function freshDevice(email: string, password: string): Promise<Client> {
    const { client } = await world.stranger();
    await client.account.login({ email, password });
    return client;
  }

  /** A fresh device, or the one given, on which the mailbox has been proven. */
  async function provenDevice({ email }: Person, given?: Client): Promise<Client> {
    world.passMinutes(61); // no more than three codes an hour
    const client = given ?? (await world.stranger()).client;
    await client.account.forgotPassword({ email });
    expect(await client.account.verifyRecovery({ email, code: await world.mail.codeFor(email) })).toEqual({ step: "reset" });
    return client;
  }

  const reset = ({ email, recoveryKey }: Person, client: Client, change: { recoveryKey?: string | null; discard?: boolean } = {}) =>
    client.account.resetPassword({ email, password: NEXT, recoveryKey, discard: false, onProgress: () => undefined, ...change });

  return { personWithVault, freshDevice, provenDevice, reset };
}

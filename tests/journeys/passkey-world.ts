/** Sites that ask for passkeys, and what of them is in the vault already. */
import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { type Client, memoryKeyStore, memoryRecordStore, openClient } from "../../packages/client/src/index.ts";
import { relyingParty } from "../../packages/client/src/testing/relying-party.ts";
import { type CreationOptions, createPasskey } from "../../packages/client/src/vault/passkeys/create-passkey.ts";
import type { FieldValues } from "../../packages/core/src/items/item.ts";
import { withPasskey } from "../../packages/core/src/items/passkeys.ts";
import { randomBytes } from "../../packages/crypto/src/index.ts";
import { aLogin } from "../flows/sample-items.ts";
import { type Site, startSite, type World } from "./extension-world.ts";
import { PASSWORD, type Product } from "./world.ts";

export const ALGORITHMS = { "es256@site.example": -7, "eddsa@site.example": -8, "rs256@site.example": -257 } as const;
export type Account = keyof typeof ALGORITHMS;

type RelyingParty = ReturnType<typeof relyingParty>;
export interface Registered {
  readonly party: RelyingParty;
  /** Account → id of its passkey. */
  readonly ids: Readonly<Record<Account, string>>;
  /** The private keys, as the vault keeps them. */
  readonly keys: readonly string[];
}

/** Another device of the person, signed in. */
export async function phoneOf({ origin }: Product, email: string): Promise<Client> {
  const around = { keys: memoryKeyStore(), records: memoryRecordStore(), device: "phone", estimateStrength: async () => null };
  const phone = openClient({ origin, ...around });
  await phone.account.login({ email, password: PASSWORD });
  return phone;
}

/** The person made one passkey of each algorithm at the site, on another device: it is stored in the vault, and the site knows it. @param more - of each login */
export async function registeredAt(origin: string, product: Product, email: string, more: FieldValues = {}): Promise<Registered> {
  const party = relyingParty(origin);
  const phone = await phoneOf(product, email);
  const ids: Record<string, string> = {};
  const keys: string[] = [];
  for (const [account, alg] of Object.entries(ALGORITHMS)) {
    const options = await party.creation(account, alg, "required");
    const asked = { page: { origin }, options: options as CreationOptions, isVerified: true, random: randomBytes, now: Date.now() };
    const made = await createPasskey(asked);
    if ("error" in made) throw new Error(made.error);
    expect(await party.register(made.credential, options.challenge, "required")).not.toBeNull();
    const fields = withPasskey({}, { ...made.passkey, state: "kept" }, made.key);
    await phone.vault.create({ draft: aLogin({ title: `Login of ${account}`, password: "", ...more, ...fields }) });
    ids[account] = made.passkey.id;
    keys.push(made.key.key);
  }
  await phone.account.logout();
  return { party, ids: ids as Record<Account, string>, keys };
}

/** Sites whose passkeys the extension's worker knows at once. */
export const knownSites = ({ browser }: World): Promise<string[]> =>
  browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { session: { get(): Promise<{ passkeys?: { bySite: object } }> } } } };
    return Object.keys((await chrome.storage.session.get()).passkeys?.bySite ?? {});
  });

/** The worker has not looked at the server for a while. */
export const isLongAgo = ({ browser }: World): Promise<void> =>
  browser.worker.evaluate(() => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { session: { set(values: object): Promise<void> } } } };
    return chrome.storage.session.set({ "pulled-at": 0 });
  });

/** What a page gets: the JSON form of a credential, or the name of an error. */
export type Answered = { readonly credential: { readonly id: string; readonly [part: string]: unknown } } | { readonly error: string };

/** The page asks, as any site does. The answer comes when the person, or the browser, has given it. */
export const asks = (page: Page, options: object): Promise<Answered> =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
    try {
      const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      return { credential: JSON.parse(JSON.stringify(credential)) };
    } catch (error) {
      return { error: (error as Error).name };
    }
  }, options);

/** The page asks for a new one. */
export const asksNew = (page: Page, options: object): Promise<Answered> =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON);
    try {
      const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      return { credential: JSON.parse(JSON.stringify(credential)) };
    } catch (error) {
      return { error: (error as Error).name };
    }
  }, options);

/** The names of an answer's parts, and of theirs. */
export const keysOf = (answer: object): unknown =>
  Object.entries(answer)
    .map(([name, part]) => (typeof part === "object" && part !== null && !Array.isArray(part) ? [name, keysOf(part)] : name))
    .sort();

/** The same, with the time from the call to the answer in milliseconds, by the page's own clock. */
export const timed = (page: Page, options: object): Promise<{ readonly answered: Answered; readonly ms: number }> =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
    const began = performance.now();
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    return { answered: { credential: JSON.parse(JSON.stringify(credential)) }, ms: Math.round(performance.now() - began) };
  }, options);

export interface OtherDevice {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
  /** Of its own passkey. */
  readonly id: string;
}

/** Another authenticator of the person, which the browser itself asks: it has a passkey of its own for the site, and answers at once. */
export async function otherDevice(page: Page, rpId: string): Promise<OtherDevice> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const { privateKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
  const id = Buffer.from(randomBytes(16));
  await cdp.send("WebAuthn.addCredential", {
    authenticatorId,
    credential: {
      credentialId: id.toString("base64"),
      isResidentCredential: true,
      rpId,
      userHandle: Buffer.from("ann").toString("base64"),
      privateKey: Buffer.from(await crypto.subtle.exportKey("pkcs8", privateKey)).toString("base64"),
      signCount: 0,
    },
  });
  return { cdp, authenticatorId, id: id.toString("base64url") };
}

/** Windows of the extension that ask for a passkey. */
export const windowsOf = ({ browser }: World): Page[] => browser.context.pages().filter((page) => page.url().includes("/passkey.html"));

export async function windowOf(world: World): Promise<Page> {
  await expect.poll(() => windowsOf(world).length).toBe(1);
  const [asking] = windowsOf(world);
  if (asking === undefined) throw new Error("No window has opened");
  return asking;
}

/** The one that has such a button. @param before - windows of questions of before, which may still be closing */
async function windowWith(world: World, name: string, before: readonly Page[]): Promise<Page> {
  const found: Page[] = [];
  const looks = async (): Promise<number> => {
    for (const one of windowsOf(world).filter((each) => !before.includes(each))) {
      // It may have closed meanwhile.
      if (
        await one
          .getByRole("button", { name })
          .isVisible()
          .catch(() => false)
      )
        found.push(one);
    }
    return found.length;
  };
  await expect.poll(looks).toBeGreaterThan(0);
  const [asking] = found;
  if (asking === undefined) throw new Error("No window has opened");
  return asking;
}

/**
 * Presses in the window of the extension. A press that comes too soon counts for nothing, so it is pressed until the window has gone or asks for the password.
 * @param before - windows that were open before the site asked: another window is meant. @returns the window
 */
export async function press(world: World, name: string, before: readonly Page[] = []): Promise<Page> {
  const asking = await windowWith(world, name, before);
  const isDone = async (): Promise<boolean> => asking.isClosed() || (await wantsPassword(asking));
  await expect(async () => {
    // The window may go with the press.
    await asking
      .getByRole("button", { name })
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await expect.poll(isDone, { timeout: 2_000 }).toBe(true);
  }).toPass();
  return asking;
}

/** @returns false also for a window that closes meanwhile */
export const wantsPassword = (asking: Page): Promise<boolean> =>
  asking
    .getByLabel("Master password")
    .isVisible()
    .catch(() => false);

/** As late as `share` of them, in milliseconds. */
export const within = (took: readonly number[], share: number): number =>
  took.toSorted((one, other) => one - other)[Math.ceil(took.length * share) - 1] ?? 0;

/** Where it may sign in: the id of the passkey that did; else the name of the error. */
export const idOf = (answered: Answered): string => ("credential" in answered ? answered.credential.id : answered.error);

/** The person types the master password in a window of the extension: it counts for ten minutes. */
export async function provesOnce(world: World, site: Page, { party, ids }: Registered): Promise<void> {
  const id = ids["es256@site.example"];
  const answered = asks(site, await party.request({ userVerification: "preferred", listed: [id] }));
  await press(world, "Sign in as es256@site.example");
  const password = (await windowOf(world)).getByLabel("Master password");
  await password.fill(PASSWORD);
  await password.press("Enter");
  expect(idOf(await answered)).toBe(id);
}

/** No window of the extension is left. */
export async function closesAll(world: World): Promise<void> {
  for (const asking of windowsOf(world)) await asking.close().catch(() => undefined); // it closes itself
  await expect.poll(() => windowsOf(world).length).toBe(0);
}

/** A site of one page, where people sign in, from the first journey of a file to its last. @param form - what is below its heading */
export function useSignInSite(form = ""): Pick<Site, "address"> & { readonly origin: string } {
  let site: Site | null = null;
  const address = (): string => {
    if (site === null) throw new Error("The site is there only inside a journey");
    return site.address;
  };
  test.beforeAll(async () => {
    site = await startSite((_, response) => void response.end(`<!doctype html><title>Site</title><h1>Sign in</h1>${form}`));
  });
  test.afterAll(() => site?.stop());
  return {
    get address() {
      return address();
    },
    /** A name: an address of numbers may have no passkeys. */
    get origin() {
      return address().replace("127.0.0.1", "localhost");
    },
  };
}

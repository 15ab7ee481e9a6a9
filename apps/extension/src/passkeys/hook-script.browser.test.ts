/** What a page gets that calls for a passkey: ours where we answer, and otherwise the browser's own, by the page's own options. */
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ASK_EVENT, BROWSER, type PageAsk } from "./messages.ts";

const THEIRS = { id: "the browser's" };
const native = { get: vi.fn<(options?: object) => unknown>(), create: vi.fn<(options?: object) => unknown>() };
const signal = vi.fn<(options: object) => Promise<undefined>>();
const able = { is: vi.fn<() => Promise<boolean>>(), all: vi.fn<() => Promise<object>>() };
const BYTES = new Uint8Array([251, 255]);
const REQUEST = { publicKey: { challenge: BYTES, rpId: "shop.example" } };
const CREATION = {
  publicKey: {
    challenge: BYTES,
    rp: { name: "Shop" },
    user: { id: BYTES, name: "ann", displayName: "Ann" },
    pubKeyCredParams: [{ type: "public-key" as const, alg: -7 }],
  },
};
const ASSERTION = {
  id: "AQ",
  rawId: "AQ",
  type: "public-key",
  authenticatorAttachment: "platform",
  response: { clientDataJSON: "AQ", authenticatorData: "AQ", signature: "AQ", userHandle: "-_8" },
  clientExtensionResults: { prf: { results: { first: "-_8" } } },
};

/** What the script next to the page's one hears; none where it is not there. */
const asked: { readonly data: PageAsk; readonly port: MessagePort; readonly words: unknown[] }[] = [];
let isThere = true;
const last = () => asked.at(-1) ?? expect.fail("nothing was asked");
const answer = (message: unknown): void => last().port.postMessage(message);
const soon = <Given>(given: () => Given) => expect.poll(given, { interval: 5 });

beforeAll(async () => {
  Object.assign(CredentialsContainer.prototype, native);
  for (const name of ["signalUnknownCredential", "signalAllAcceptedCredentials"])
    Object.defineProperty(PublicKeyCredential, name, { value: signal, configurable: true, writable: true });
  Object.assign(PublicKeyCredential, { isUserVerifyingPlatformAuthenticatorAvailable: able.is, getClientCapabilities: able.all });
  addEventListener(ASK_EVENT, (event) => {
    const { data, ports } = event as MessageEvent<PageAsk>;
    const [port] = ports;
    if (!isThere || port === undefined) return;
    event.preventDefault();
    const words: unknown[] = [];
    port.onmessage = (heard) => void words.push(heard.data);
    asked.push({ data, port, words });
  });
  await import("./hook-script.ts");
});

beforeEach(() => {
  asked.length = 0;
  isThere = true;
  for (const one of [native.get, native.create]) one.mockReset().mockResolvedValue(THEIRS);
  signal.mockReset().mockResolvedValue(undefined);
});

it.each([
  ["get", REQUEST, () => navigator.credentials.get(REQUEST), { challenge: "-_8", rpId: "shop.example", allowCredentials: [] }],
  [
    "create",
    CREATION,
    () => navigator.credentials.create(CREATION),
    { challenge: "-_8", rp: { name: "Shop" }, pubKeyCredParams: [{ type: "public-key", alg: -7 }] },
  ],
] as const)("asks us first to %s, with the options as text, and the browser when it is its turn", async (kind, options, ask, written) => {
  const given = ask();
  expect(last().data).toMatchObject({ kind, waits: false, options: written });
  expect(native[kind]).not.toHaveBeenCalled();
  answer(BROWSER);
  expect(await given).toBe(THEIRS);
  expect(native[kind]).toHaveBeenCalledExactlyOnceWith(options);
  await soon(() => last().words).toEqual(["told"]);
});

it.each<[string, () => unknown]>([
  ["no public key", () => navigator.credentials.get({ mediation: "optional" })],
  ["nothing at all", () => navigator.credentials.get()],
  ["something that may show no window", () => navigator.credentials.get({ ...REQUEST, mediation: "silent" })],
  ["a password as well", () => navigator.credentials.get({ ...REQUEST, ...{ password: true } })],
  ["something that is taken back already", () => navigator.credentials.get({ ...REQUEST, signal: AbortSignal.abort() })],
  ["what the browser refuses", () => navigator.credentials.get({ publicKey: Object.assign({ challenge: BYTES }, { challenge: "text" }) })],
  ["another kind of key alone", () => navigator.credentials.get(withKeys([{ type: "other" as "public-key", id: BYTES }]))],
])("leaves to the browser who asks for %s", async (_, ask) => {
  expect(await ask()).toBe(THEIRS);
  expect(asked).toEqual([]);
});

const withKeys = (allowCredentials: PublicKeyCredentialDescriptor[]) => ({ publicKey: { ...REQUEST.publicKey, allowCredentials } });

it("asks us too where a window is required, and names the keys that are public", async () => {
  const given = navigator.credentials.get({ ...withKeys([{ type: "public-key", id: BYTES }]), mediation: "required" });
  expect(last().data.options).toMatchObject({ allowCredentials: ["-_8"] });
  answer(BROWSER);
  await given;
});

it("asks the browser where nothing of the extension has heard it", async () => {
  isThere = false;
  expect(await navigator.credentials.get(REQUEST)).toBe(THEIRS);
});

it("gives the page a whole credential, and says that it has it", async () => {
  const given = navigator.credentials.get(REQUEST);
  answer({ credential: ASSERTION });
  const credential = (await given) as PublicKeyCredential;
  expect(credential).toBeInstanceOf(PublicKeyCredential);
  expect(credential.response).toBeInstanceOf(AuthenticatorAssertionResponse);
  const { userHandle } = credential.response as AuthenticatorAssertionResponse;
  expect(new Uint8Array(userHandle ?? new ArrayBuffer())).toEqual(BYTES);
  expect(new Uint8Array(credential.getClientExtensionResults().prf?.results?.first as ArrayBuffer)).toEqual(BYTES);
  expect(JSON.parse(JSON.stringify(credential))).toEqual(ASSERTION);
  expect(native.get).not.toHaveBeenCalled();
  await soon(() => last().words).toEqual(["told"]);
});

it("gives a new passkey with all that a page may ask of it, and nothing for the person where there is none", async () => {
  const given = navigator.credentials.create(CREATION);
  const response = { clientDataJSON: "AQ", attestationObject: "AQ", authenticatorData: "-_8", publicKey: "-_8" };
  answer({ credential: { ...ASSERTION, response: { ...response, transports: ["internal"], publicKeyAlgorithm: -7 } } });
  const made = ((await given) as PublicKeyCredential).response as AuthenticatorAttestationResponse;
  expect(made).toBeInstanceOf(AuthenticatorAttestationResponse);
  expect([made.getTransports(), made.getPublicKeyAlgorithm()]).toEqual([["internal"], -7]);
  for (const bytes of [made.getAuthenticatorData(), made.getPublicKey() ?? new ArrayBuffer()]) expect(new Uint8Array(bytes)).toEqual(BYTES);
  const { userHandle: _, ...anonymous } = ASSERTION.response;
  const signedIn = navigator.credentials.get(REQUEST);
  answer({ credential: { ...ASSERTION, response: anonymous, clientExtensionResults: {} } });
  const credential = (await signedIn) as PublicKeyCredential;
  expect((credential.response as AuthenticatorAssertionResponse).userHandle).toBeNull();
  expect(credential.getClientExtensionResults()).toEqual({});
});

it.each([
  ["NotAllowedError", DOMException],
  ["InvalidStateError", DOMException],
  ["TypeError", TypeError],
])("refuses by %s as a browser does", async (error, kind) => {
  const given = navigator.credentials.create(CREATION);
  answer({ error });
  await expect(given).rejects.toSatisfy((thrown) => thrown instanceof kind && thrown.name === error);
  expect(native.create).not.toHaveBeenCalled();
});

it("says why where it cannot be made of what came, and does not say that the page has it", async () => {
  const given = navigator.credentials.get(REQUEST);
  const fails = vi.fn((event: Event) => event.preventDefault());
  addEventListener("error", fails, { once: true });
  answer({ credential: { ...ASSERTION, rawId: "?" } });
  await expect(given).rejects.toMatchObject({ name: "InvalidCharacterError" });
  expect(last().words).toEqual([]);
});

it("is taken back by the page's own signal, once", async () => {
  const stop = new AbortController();
  const given = navigator.credentials.get({ ...REQUEST, signal: stop.signal });
  const reason = new Error("another way was taken");
  stop.abort(reason);
  await expect(given).rejects.toBe(reason);
  await soon(() => last().words).toEqual(["taken back"]);
  answer({ credential: ASSERTION });
  const answered = new AbortController();
  const second = navigator.credentials.get({ ...REQUEST, signal: answered.signal });
  answer(BROWSER);
  await second;
  answered.abort();
  await soon(() => last().words).toEqual(["told"]);
});

it("counts for the page's own container alone", async () => {
  const other = Object.create(CredentialsContainer.prototype) as CredentialsContainer;
  expect(await other.get(REQUEST)).toBe(THEIRS);
  expect(asked).toEqual([]);
  expect([CredentialsContainer.prototype.get.name, Object.keys(CredentialsContainer.prototype)]).toEqual([
    "get",
    expect.arrayContaining(["get", "create"]),
  ]);
});

/** The browser's own wait, which ends by the signal it is given. */
function browserWaits(): { readonly signal: () => AbortSignal } {
  let given: AbortSignal | undefined;
  native.get.mockImplementation((options) => {
    given = (options as CredentialRequestOptions).signal;
    return new Promise((_, reject) => given?.addEventListener("abort", () => reject(given?.reason)));
  });
  return { signal: () => given ?? expect.fail("the browser was not asked") };
}

it("while the person goes on, the browser waits next to us: a passkey of Coffer ends its wait", async () => {
  const browser = browserWaits();
  const given = navigator.credentials.get({ ...REQUEST, mediation: "conditional" });
  expect(last().data).toMatchObject({ kind: "get", waits: true });
  expect(browser.signal().aborted).toBe(false);
  expect(native.get).toHaveBeenCalledWith(expect.objectContaining({ signal: browser.signal() }));
  // One question waits at a time: what comes meanwhile is the browser's.
  native.get.mockResolvedValueOnce(THEIRS);
  expect(await navigator.credentials.get(REQUEST)).toBe(THEIRS);
  expect(asked).toHaveLength(1);
  answer({ credential: ASSERTION });
  expect(await given).toBeInstanceOf(PublicKeyCredential);
  expect(browser.signal().aborted).toBe(true);
  const next = navigator.credentials.get(REQUEST);
  expect(asked).toHaveLength(2);
  answer(BROWSER);
  await soon(() => native.get.mock.calls.length).toBe(3);
  next.catch(() => undefined);
});

it("while the person goes on, what the browser came to counts too, and ours is over", async () => {
  native.get.mockResolvedValue(THEIRS);
  expect(await navigator.credentials.get({ ...REQUEST, mediation: "conditional" })).toBe(THEIRS);
  await soon(() => last().words).toEqual(["taken back"]);
});

it("while the person goes on, the page's own signal ends both", async () => {
  const browser = browserWaits();
  const stop = new AbortController();
  const given = navigator.credentials.get({ ...REQUEST, mediation: "conditional", signal: stop.signal });
  const reason = new Error("the page goes on");
  stop.abort(reason);
  await expect(given).rejects.toBe(reason);
  expect(browser.signal().reason).toBe(reason);
  await soon(() => last().words).toEqual(["taken back"]);
});

it("nothing begins to wait while a window asks", async () => {
  const first = navigator.credentials.get(REQUEST);
  await expect(navigator.credentials.get({ ...REQUEST, mediation: "conditional" })).rejects.toMatchObject({ name: "OperationError" });
  answer(BROWSER);
  await first;
  const waits = navigator.credentials.get({ ...REQUEST, mediation: "conditional" });
  expect(await waits).toBe(THEIRS);
});

it("passes on what a site says once the browser has taken it, and nothing that it refuses", async () => {
  const signalUnknownCredential = Reflect.get(PublicKeyCredential, "signalUnknownCredential") as (said: object) => Promise<undefined>;
  const said = { rpId: "shop.example", credentialId: "AQ" };
  await signalUnknownCredential(said);
  await soon(() => asked.map(({ data }) => data)).toMatchObject([{ kind: "signalUnknownCredential", options: said }]);
  signal.mockRejectedValue(new TypeError("no such id"));
  await expect(signalUnknownCredential({ ...said, credentialId: "?" })).rejects.toThrow("no such id");
  expect(asked).toHaveLength(1);
});

it("says of each question whether the page waits for another one: not for what it has taken back in the same breath", async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const takenBack = navigator.credentials.get({ ...REQUEST, signal: first.signal });
  first.abort();
  const asking = navigator.credentials.get({ ...REQUEST, signal: second.signal });
  const another = navigator.credentials.get(REQUEST);
  expect(asked.map(({ data }) => data.alone)).toEqual([true, true, false]);
  answer({ error: "OperationError" });
  await expect(another).rejects.toMatchObject({ name: "OperationError" });
  second.abort();
  for (const one of [takenBack, asking]) await expect(one).rejects.toMatchObject({ name: "AbortError" });
});

describe("where a page asks what can be done here", () => {
  const LACKS = { conditionalGet: true, passkeyPlatformAuthenticator: false, userVerifyingPlatformAuthenticator: false };
  const all = () => (Reflect.get(PublicKeyCredential, "getClientCapabilities") as () => Promise<object>)();
  const is = () => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  beforeEach(() => {
    able.is.mockReset().mockResolvedValue(false);
    able.all.mockReset().mockImplementation(async () => ({ ...LACKS }));
  });

  it("it hears yes too where the browser alone could keep no passkey on this computer and we can", async () => {
    const [one, many] = [is(), all()];
    await soon(() => asked.map(({ data }) => data)).toMatchObject([
      { kind: "create", options: null },
      { kind: "create", options: null },
    ]);
    for (const { port } of asked) port.postMessage({ can: true });
    expect(await one).toBe(true);
    expect(await many).toEqual({ conditionalGet: true, passkeyPlatformAuthenticator: true, userVerifyingPlatformAuthenticator: true });
  });

  it("it hears what the browser says where we say nothing, are not there, or it can anyway", async () => {
    const [one, many] = [is(), all()];
    await soon(() => asked.length).toBe(2);
    for (const { port } of asked) port.postMessage(BROWSER);
    expect([await one, await many]).toEqual([false, LACKS]);
    isThere = false;
    expect([await is(), await all()]).toEqual([false, LACKS]);
    isThere = true;
    asked.length = 0;
    able.is.mockResolvedValue(true);
    able.all.mockResolvedValue({ userVerifyingPlatformAuthenticator: true });
    expect([await is(), await all()]).toEqual([true, { userVerifyingPlatformAuthenticator: true }]);
    able.all.mockRejectedValue(new TypeError("not here"));
    await expect(all()).rejects.toThrow("not here");
    expect(asked).toEqual([]);
  });

  it("no question for a passkey is held up by it", async () => {
    void is();
    await soon(() => asked.length).toBe(1);
    const given = navigator.credentials.get(REQUEST);
    expect(last().data.alone).toBe(true);
    answer(BROWSER);
    expect(await given).toBe(THEIRS);
  });

  it("its functions look as the browser's own", () => {
    const { isUserVerifyingPlatformAuthenticatorAvailable: ours } = PublicKeyCredential;
    expect([ours.name, ours.length]).toEqual(["isUserVerifyingPlatformAuthenticatorAvailable", 0]);
  });
});

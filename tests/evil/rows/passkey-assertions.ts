/** Thieves of answers: what a passkey said once, elsewhere or for something else, sent to the honest server. Refused as a wrong password is. */
import { expect } from "vitest";
import { PRF_INPUT } from "../../../packages/client/src/account/passkey-authenticator.ts";
import { assertPasskey } from "../../../packages/client/src/vault/passkeys/assert-passkey.ts";
import { createPasskey } from "../../../packages/client/src/vault/passkeys/create-passkey.ts";
import { fromBase64Url, randomBytes, sha256, toBase64Url, uuidToBytes } from "../../../packages/crypto/src/index.ts";
import { signWithPasskey } from "../../../packages/crypto/src/passkey-key.ts";
import type { Stage } from "../evil-server.ts";
import { addPasskey, type Held, stillOpens } from "../passkey-scene.ts";
import type { Row } from "../row.ts";

type Body = Readonly<Record<string, unknown>>;
interface Asked {
  readonly requestId: string;
  readonly challenge: string;
}

async function challengeTo({ world }: Stage): Promise<Asked> {
  return (await world.callWith("", "/users/passkeys/challenge", "POST", {})).body as Asked;
}
/** For a new passkey of that person's. */
async function challengeToAdd(person: Stage["ann"]): Promise<Asked> {
  await person.client.account.prove(person);
  return (await person.post("/users/passkeys/options", {})).body as Asked;
}

interface Said {
  readonly type?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
}

/** What Ann's passkey says, with other words in what the browser vouches for, signed all the same. */
async function answer({ world }: Stage, { authenticator }: Held, { requestId, challenge }: Asked, changed: Said = {}): Promise<Body> {
  const one = authenticator.made.at(-1);
  if (one === undefined) throw new Error("There is no passkey");
  const { passkey, key } = one;
  const asserted = await assertPasskey({ page: { origin: world.origin }, options: { challenge }, isVerified: true, passkey, key });
  if ("error" in asserted) throw new Error(asserted.error);
  const { authenticatorData, userHandle } = asserted.response;
  const text = { type: "webauthn.get", challenge, origin: world.origin, crossOrigin: false, ...changed };
  const clientDataJSON = Buffer.from(JSON.stringify(text));
  const message = Buffer.concat([fromBase64Url(authenticatorData), await sha256(clientDataJSON)]);
  const signature = toBase64Url(await signWithPasskey(-7, fromBase64Url(key.key), message));
  return { requestId, id: passkey.id, clientDataJSON: clientDataJSON.toString("base64url"), authenticatorData, signature, userHandle };
}

const send = ({ world }: Stage, body: Body) => world.callWith("", "/users/passkeys/sign-in", "POST", body);
const REFUSED = { status: 400, body: expect.objectContaining({ code: "invalid_credentials" }) };

const sessionsOf = ({ world, ann }: Stage) =>
  world.sql("select s.id from session s join account a on a.id = s.account_id where a.email = $1 order by s.id", [ann.email]);

/** @param body - what the thief sends, made of what Ann's passkey has said */
const sent = (does: string, body: (stage: Stage, held: Held) => Promise<Body>): Row => ({
  attack: "44, 47",
  does: `a stranger signs in with ${does}`,
  answer: "refused as a wrong password is; no session begins",
  run: async (stage) => {
    const held = await addPasskey(stage, stage.ann);
    const wrong = await body(stage, held);
    const before = await sessionsOf(stage);
    expect(await send(stage, wrong)).toEqual(REFUSED);
    expect(await sessionsOf(stage)).toEqual(before);
    await stillOpens(stage, held);
  },
});

/** Ann's own sign-in came first. */
async function used(stage: Stage, held: Held): Promise<{ asked: Asked; body: Body }> {
  const asked = await challengeTo(stage);
  const body = await answer(stage, held, asked);
  expect(await send(stage, body)).toMatchObject({ status: 200 });
  return { asked, body };
}

const says = (does: string, changed: Said): Row =>
  sent(does, async (stage, held) => answer(stage, held, await challengeTo(stage), changed));

const REPLAYED: readonly Row[] = [
  sent("what she has signed in with, sent again", async (stage, held) => (await used(stage, held)).body),
  sent("another answer to a challenge that she has answered", async (stage, held) => {
    const { asked } = await used(stage, held);
    return answer(stage, held, asked);
  }),
  sent("an answer to a challenge for a new passkey of hers", async (stage, held) => answer(stage, held, await challengeToAdd(stage.ann))),
  sent("an answer to a challenge of another request", async (stage, held) => {
    const [one, other] = [await challengeTo(stage), await challengeTo(stage)];
    return { ...(await answer(stage, held, one)), requestId: other.requestId };
  }),
  sent("an answer of more than five minutes ago", async (stage, held) => {
    const late = await answer(stage, held, await challengeTo(stage));
    stage.world.passMinutes(6);
    return late;
  }),
  {
    attack: "44, 47",
    does: "a stranger sends her answer ten times at once",
    answer: "one session begins, for the first",
    run: async (stage) => {
      const held = await addPasskey(stage, stage.ann);
      const body = await answer(stage, held, await challengeTo(stage));
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(stage, body)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
      await stillOpens(stage, held);
    },
  },
];

const ELSEWHERE: readonly Row[] = [
  says("an answer that a page above hers has asked for (crossOrigin)", { crossOrigin: true }),
  says("the same, with that page's origin", { crossOrigin: true, topOrigin: "https://evil.example" }),
  says("an answer that names a page above hers alone (topOrigin)", { topOrigin: "https://evil.example" }),
  says("an answer for another port of her host", { origin: "http://localhost:1" }),
  says("an answer for another host", { origin: "https://evil.example" }),
  says("an answer that was to make a passkey", { type: "webauthn.create" }),
  sent("an answer that did not verify its user", async (stage, held) => {
    const asked = await challengeTo(stage);
    const [one] = held.authenticator.made;
    if (one === undefined) throw new Error("There is no passkey");
    const { passkey, key } = one;
    const page = { origin: stage.world.origin };
    const said = await assertPasskey({ page, options: { challenge: asked.challenge }, isVerified: false, passkey, key });
    if ("error" in said) throw new Error(said.error);
    return { requestId: asked.requestId, id: passkey.id, ...said.response };
  }),
  sent("an answer whose passkey names another account", async (stage, held) => ({
    ...(await answer(stage, held, await challengeTo(stage))),
    userHandle: toBase64Url(uuidToBytes(stage.eve.client.session?.user.id ?? "")),
  })),
  sent("another person's answer under the id of her passkey", async (stage, held) => {
    const eves = await addPasskey(stage, stage.eve);
    const { id, userHandle } = await answer(stage, held, await challengeTo(stage));
    return { ...(await answer(stage, eves, await challengeTo(stage))), id, userHandle };
  }),
];

/** @param make - the new passkey that a thief of an open session has Ann's account take */
const added = (does: string, asked: (stage: Stage) => Promise<Asked>, changed: Said & { readonly id?: string } = {}): Row => ({
  attack: "44, 47",
  does: `adds a passkey ${does}`,
  answer: "refused; the account has no passkey more",
  run: async (stage) => {
    const { ann, world } = stage;
    const held = await addPasskey(stage, ann);
    await ann.client.account.prove(ann);
    const { requestId, challenge } = await asked(stage);
    const { id, ...said } = changed;
    const user = { id: toBase64Url(uuidToBytes(ann.client.session?.user.id ?? "")), name: ann.email, displayName: ann.email };
    const options = {
      ...{ rp: { name: "Coffer" }, user, challenge, pubKeyCredParams: [{ type: "public-key", alg: -7 }] },
      extensions: { prf: { eval: { first: toBase64Url(PRF_INPUT) } } },
    };
    const made = await createPasskey({ page: { origin: world.origin }, options, isVerified: true, random: randomBytes, now: world.now() });
    if ("error" in made) throw new Error(made.error);
    const text = { type: "webauthn.create", challenge, origin: world.origin, crossOrigin: false, ...said };
    const clientDataJSON = Buffer.from(JSON.stringify(text)).toString("base64url");
    const { attestationObject } = made.credential.response;
    const [{ copy } = { copy: "" }] = await world.sql<{ copy: string }>("select copy from passkey where id = $1", [held.id]);
    const body = { requestId, id: id ?? made.passkey.id, clientDataJSON, attestationObject, copy, keyEpoch: 1 };
    const reply = await ann.post("/users/passkeys", body);
    expect(reply).toMatchObject({ status: 400, body: { code: "invalid_input" } });
    expect(await ann.client.account.passkeys()).toMatchObject([{ id: held.id, state: "opens" }]);
    await stillOpens(stage, held);
  },
});

const ownChallenge = ({ ann }: Stage) => challengeToAdd(ann);

const ADDED: readonly Row[] = [
  added("with a challenge for a sign-in", challengeTo),
  added("with a challenge of another person's", ({ eve }) => challengeToAdd(eve)),
  added("that a page above hers has asked for (crossOrigin)", ownChallenge, { crossOrigin: true }),
  added("that names a page above hers (topOrigin)", ownChallenge, { topOrigin: "https://evil.example" }),
  added("of another host", ownChallenge, { origin: "https://evil.example" }),
  added("by an answer that was to sign in", ownChallenge, { type: "webauthn.get" }),
  added("under the id of another one", ownChallenge, { id: "A".repeat(43) }),
];

export const PASSKEY_ASSERTIONS: readonly Row[] = [...REPLAYED, ...ELSEWHERE, ...ADDED];

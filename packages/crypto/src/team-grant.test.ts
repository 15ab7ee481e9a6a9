/** Grants to a team, which do not open with any term changed; and the secret of an invitation. */
import { beforeAll, describe, expect, it } from "vitest";
import { fromBase64Url, toBase64Url } from "./encoding.ts";
import { DecryptError } from "./errors.ts";
import { endOfGrant } from "./grant-begin.ts";
import { generateIdentity, openSigner, type Signer } from "./identity.ts";
import { generateInviteKey, invitePublic, proveInvited, verifyInvited } from "./invite-key.ts";
import { generateKey } from "./keys.ts";
import { generateId } from "./random.ts";
import { openTeamGrant, sealTeamGrant, type TeamGrantTerms, teamGrantMessage, teamKeyCheck, verifyTeamGrant } from "./team-grant.ts";

let terms: TeamGrantTerms;
let signer: Signer;
let other: string;
const [key, teamKey] = [generateKey(), generateKey()];
let text = "";

beforeAll(async () => {
  const { secret, public: publicKey } = await generateIdentity();
  signer = await openSigner(secret);
  other = (await generateIdentity()).public;
  terms = {
    ...{ grantId: generateId(), scopeId: generateId(), scopeKind: "vault", epoch: 1, permission: "read", createdAt: 1_795_000_000_000 },
    ...{ sender: { accountId: generateId(), publicKey }, team: { teamId: generateId(), epoch: 2 } },
  };
  text = await sealTeamGrant(terms, key, teamKey, signer);
});

describe("a grant to a team", () => {
  it("opens with the team's key, under the terms that were signed", async () => {
    expect(text).toMatch(/^4\.[\w-]{247}$/);
    expect(await openTeamGrant(terms, text, teamKey)).toEqual(key);
  });

  it("says how far its giver knows the log of the team, and does not open with another point", async () => {
    const log = { size: 12, root: "b7".repeat(32) };
    const said = await sealTeamGrant({ ...terms, log }, key, teamKey, signer);
    expect(said).toMatch(/^4\.[\w-]{300}$/);
    expect(await openTeamGrant(terms, said, teamKey)).toEqual(key);
    expect((await teamGrantMessage(terms, said)).log).toEqual(log);
    const changed = `${said.slice(0, 20)}${said[20] === "A" ? "B" : "A"}${said.slice(21)}`;
    expect(await verifyTeamGrant(terms, changed)).toBe(false);
  });

  it.each([null, 1_800_000_000_000])("says when it ends, and does not open with another end: %s", async (expiresAt) => {
    const said = await sealTeamGrant({ ...terms, log: null, expiresAt }, key, teamKey, signer);
    expect(said).toMatch(/^4\.[\w-]{311}$/);
    expect(await openTeamGrant(terms, said, teamKey)).toEqual(key);
    expect([endOfGrant(said), endOfGrant(text)]).toEqual([expiresAt, undefined]);
    const bytes = fromBase64Url(said.slice(2));
    bytes[49] = (bytes[49] ?? 0) ^ 1;
    expect(await verifyTeamGrant(terms, `4.${toBase64Url(bytes)}`)).toBe(false);
  });

  it("opens under no other terms", async () => {
    const lies: Partial<TeamGrantTerms>[] = [
      { grantId: generateId() },
      { scopeId: generateId() },
      { scopeKind: "item" },
      { epoch: 2 },
      { permission: "write" },
      { createdAt: terms.createdAt + 1 },
      { sender: { ...terms.sender, accountId: generateId() } },
      { sender: { ...terms.sender, publicKey: other } },
      { team: { ...terms.team, epoch: 1 } },
      { team: { ...terms.team, teamId: generateId() } },
    ];
    for (const lie of lies) {
      expect(await verifyTeamGrant({ ...terms, ...lie }, text)).toBe(false);
      await expect(openTeamGrant({ ...terms, ...lie }, text, teamKey)).rejects.toBeInstanceOf(DecryptError);
    }
  });

  it("opens under no other key of a team, and not when a character was changed", async () => {
    await expect(openTeamGrant(terms, text, generateKey())).rejects.toBeInstanceOf(DecryptError);
    for (const at of [2, 5, 60, 120, 240]) {
      const changed = `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
      await expect(openTeamGrant(terms, changed, teamKey)).rejects.toBeInstanceOf(DecryptError);
    }
    for (const bad of ["", "4.", "3.AAAA", text.slice(0, -4)])
      await expect(openTeamGrant(terms, bad, teamKey)).rejects.toBeInstanceOf(DecryptError);
  });
});

it("the check of a team's key differs for another key, epoch or team", async () => {
  const check = async (at: typeof terms.team, one = teamKey): Promise<string> => Buffer.from(await teamKeyCheck(at, one)).toString("hex");
  const all = [
    await check(terms.team),
    await check({ ...terms.team, epoch: 1 }),
    await check({ ...terms.team, teamId: generateId() }),
    await check(terms.team, generateKey()),
  ];
  expect(new Set(all).size).toBe(4);
});

it("the secret of an invitation proves only the signed message", async () => {
  const { secret, public: half } = await generateInviteKey();
  const message = Uint8Array.of(1, 2, 3);
  const proof = await proveInvited(secret, message);
  expect(await invitePublic(secret)).toBe(half);
  expect(await verifyInvited(half, message, proof)).toBe(true);
  expect(await verifyInvited(half, Uint8Array.of(1, 2, 4), proof)).toBe(false);
  expect(await verifyInvited((await generateInviteKey()).public, message, proof)).toBe(false);
  expect(await verifyInvited(half, message, "no proof")).toBe(false);
});

/** Two trust stores of one account after a restored backup: nothing that was ended is given again, and no key is lost. */
import { generateKey, toBase64Url } from "@coffer/crypto";
import { expect, it } from "vitest";
import { merged } from "./merge-trust.ts";
import type { GrantRecord } from "./stored-shares.ts";
import { NOTHING } from "./trust-store.ts";

const to = (name: string): GrantRecord => ({ to: name, isTeam: false, name, permission: "read" });
const [FIRST, SECOND] = [toBase64Url(generateKey()), toBase64Url(generateKey())];

it("what this device has ended stays ended, and what the other side has ended is ended too", () => {
  const own = { ...NOTHING, given: { s: { bob: to("bob"), dan: to("dan") } }, ended: { s: { epoch: 2, grants: { carol: 9 } } } };
  const theirs = { ...NOTHING, given: { s: { bob: to("bob"), carol: to("carol") } }, ended: { s: { epoch: 2, grants: { dan: 8 } } } };
  const { given, ended } = merged(own, theirs);
  expect([Object.keys(given.s ?? {}), ended.s]).toEqual([["bob"], { epoch: 2, grants: { carol: Number.MAX_SAFE_INTEGER, dan: 8 } }]);
});

it("what the other side alone has given is not given, and the key that was in it is replaced", () => {
  const own = { ...NOTHING, given: { s: { bob: to("bob") } }, used: { s: 2 } };
  const theirs = { ...NOTHING, given: { s: { bob: to("bob"), eve: to("eve") }, other: { eve: to("eve") } } };
  const { given, ended } = merged(own, theirs);
  expect([Object.keys(given.s ?? {}), Object.keys(given.other ?? {})]).toEqual([["bob"], ["eve"]]);
  expect(ended).toEqual({ s: { epoch: 2, grants: { eve: Number.MAX_SAFE_INTEGER } } });
});

it("what the other side alone has given is not under the key that only the other side has either", () => {
  const own = { ...NOTHING, given: { s: { bob: to("bob") } }, used: { s: 2 }, keys: { s: { 2: FIRST } } };
  const theirs = { ...NOTHING, given: { s: { bob: to("bob"), eve: to("eve") } }, used: { s: 2 }, keys: { s: { 2: FIRST, 3: SECOND } } };
  expect(merged(own, theirs).ended.s?.epoch).toBe(3);
});

it("of two keys of one epoch both are kept until it shows which one the server took", () => {
  const { keys, drawn } = merged(
    { ...NOTHING, keys: { s: { 1: FIRST } } },
    { ...NOTHING, keys: { s: { 1: SECOND, 2: FIRST }, t: { 1: SECOND } } },
  );
  expect([keys, drawn]).toEqual([{ s: { 1: FIRST, 2: FIRST }, t: { 1: SECOND } }, { s: { 1: [SECOND] } }]);
});

it("a number that was compared on either side was compared, and another key of a person is not taken over", () => {
  const person = (fingerprint: string, isVerified: boolean) => ({ email: "b@example.com", fingerprint, isVerified, since: 1 });
  const { people } = merged(
    { ...NOTHING, people: { bob: person("b", false), eve: person("e", false) } },
    { ...NOTHING, people: { bob: person("b", true), eve: person("other", true) } },
  );
  expect(people).toEqual({ bob: person("b", true), eve: person("e", false) });
});

it("a team's log is pinned as the side that has seen more of it does, and who was in it is remembered from either side", () => {
  const pin = { genesis: "a", seq: 3, head: "c" };
  const [members, later] = [{ "bob b": 1 }, { ...pin, seq: 4, head: "d" }];
  expect(merged({ ...NOTHING, teams: { t: pin } }, { ...NOTHING, teams: { t: { ...pin, members } } }).teams).toEqual({
    t: { ...pin, members },
  });
  expect(merged({ ...NOTHING, teams: { t: { ...pin, members } } }, { ...NOTHING, teams: { t: later } }).teams).toEqual({
    t: { ...later, members },
  });
  expect(merged({ ...NOTHING, teams: { t: later } }, { ...NOTHING, teams: { t: pin } }).teams).toEqual({ t: later });
});

it("of two keys of before, that of the other side opens the versions that the server has", () => {
  const { versionKeys } = merged(
    { ...NOTHING, versionKeys: { s: { 2: FIRST } } },
    { ...NOTHING, versionKeys: { s: { 2: SECOND, 3: FIRST } } },
  );
  expect(versionKeys).toEqual({ s: { 2: SECOND, 3: FIRST } });
});

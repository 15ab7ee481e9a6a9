/** Two trust stores of one account after a restored backup: nothing that was ended is given again, and no key is lost. */
import { generateKey, toBase64Url } from "@coffer/crypto";
import { expect, it } from "vitest";
import { merged } from "./merge-trust.ts";
import type { GivenTo, TrustStore } from "./trust-store.ts";

const NONE: TrustStore = {
  people: {},
  keys: {},
  teams: {},
  wishes: {},
  ended: {},
  until: {},
  given: {},
  kept: {},
  drawn: {},
  used: {},
  gossip: {},
  promised: {},
};
const to = (name: string): GivenTo => ({ to: name, isTeam: false, name, permission: "read" });
const [FIRST, SECOND] = [toBase64Url(generateKey()), toBase64Url(generateKey())];

it("what this device has ended stays ended, and what the other side has ended is ended too", () => {
  const own = { ...NONE, given: { s: { bob: to("bob"), dan: to("dan") } }, ended: { s: { epoch: 2, grants: { carol: 9 } } } };
  const theirs = { ...NONE, given: { s: { bob: to("bob"), carol: to("carol") } }, ended: { s: { epoch: 2, grants: { dan: 8 } } } };
  const { given, ended } = merged(own, theirs);
  expect([Object.keys(given.s ?? {}), ended.s]).toEqual([["bob"], { epoch: 2, grants: { carol: 9, dan: 8 } }]);
});

it("of two keys of one epoch both are kept until it shows which one the server took", () => {
  const { keys, drawn } = merged(
    { ...NONE, keys: { s: { 1: FIRST } } },
    { ...NONE, keys: { s: { 1: SECOND, 2: FIRST }, t: { 1: SECOND } } },
  );
  expect([keys, drawn]).toEqual([{ s: { 1: FIRST, 2: FIRST }, t: { 1: SECOND } }, { s: { 1: [SECOND] } }]);
});

it("a number that was compared on either side was compared, and another key of a person is not taken over", () => {
  const person = (fingerprint: string, isVerified: boolean) => ({ email: "b@example.com", fingerprint, isVerified, since: 1 });
  const { people } = merged(
    { ...NONE, people: { bob: person("b", false), eve: person("e", false) } },
    { ...NONE, people: { bob: person("b", true), eve: person("other", true) } },
  );
  expect(people).toEqual({ bob: person("b", true), eve: person("e", false) });
});

it("a team's log is pinned as the side that has seen more of it does, and who was in it is remembered from either side", () => {
  const pin = { genesis: "a", seq: 3, head: "c" };
  const [members, later] = [{ "bob b": 1 }, { ...pin, seq: 4, head: "d" }];
  expect(merged({ ...NONE, teams: { t: pin } }, { ...NONE, teams: { t: { ...pin, members } } }).teams).toEqual({ t: { ...pin, members } });
  expect(merged({ ...NONE, teams: { t: { ...pin, members } } }, { ...NONE, teams: { t: later } }).teams).toEqual({
    t: { ...later, members },
  });
  expect(merged({ ...NONE, teams: { t: later } }, { ...NONE, teams: { t: pin } }).teams).toEqual({ t: later });
});

/// <reference types="chrome" />
import { fakeClient } from "@coffer/app/testing/fake-client.ts";
import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { beforeEach, expect, it } from "vitest";
import { slotName } from "../storage-keys.ts";
import { freshSessionArea } from "../testing/session-area.ts";
import { askAboutOwn, captureOwn, forgetOwn, ownOfferIn } from "./own-captured.ts";

const typed = (name: string) => ({ kind: "personal", fields: { name, address_1: "1 High Street", phone: "Germany (+49)\n0170 1" } });
const client = fakeClient({
  newId: () => "id",
  account: { lockSettings: { read: async () => ({ autosavePrompt: "on" }) as never } },
  sites: { hosts: async () => [] },
  vault: { contents: () => ({ items: [], vaults: [] }), openMany: async () => [] },
});

const session = freshSessionArea();
const half = slotName(LOCAL_HALF);
beforeEach(() => void session().set(half, "half"));

it("keeps one for each tab, also of two that send at once, and nothing once none waits", async () => {
  await Promise.all([captureOwn(1, typed("Ann"), "https://a.example/"), captureOwn(2, typed("Bob"), "https://b.example/")]);
  expect(await Promise.all([askAboutOwn(1, client), askAboutOwn(2, client)])).toEqual([true, true]);
  expect([(await ownOfferIn(1))?.what, (await ownOfferIn(2))?.what]).toEqual(["Ann, 1 High Street", "Bob, 1 High Street"]);
  await Promise.all([forgetOwn(1), forgetOwn(2)]);
  expect([...session().keys()]).toEqual([half]);
});

it("has one telephone of what was typed in parts", async () => {
  await captureOwn(1, typed("Ann"), "https://a.example/");
  expect(JSON.stringify([...session().values()])).toContain('"phone":"+49 170 1"');
});

it("keeps nothing where a lock comes while it is being looked at", async () => {
  const keeping = captureOwn(1, typed("Ann"), "https://a.example/");
  session().delete(half);
  await keeping;
  expect([...session().keys()]).toEqual([]);
});

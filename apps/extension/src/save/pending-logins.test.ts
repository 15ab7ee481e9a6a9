/// <reference types="chrome" />
import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { beforeEach, expect, it } from "vitest";
import { slotName } from "../storage-keys.ts";
import { freshSessionArea } from "../testing/session-area.ts";
import type { CapturedLogin } from "./captured-login.ts";
import { changePendingLogin, decline, forgetPendingLogin, isDeclined, pendingLoginIn } from "./pending-logins.ts";

const captured = (more: Partial<CapturedLogin> = {}): CapturedLogin => ({
  username: "ann",
  current: "Canary-secret-1",
  next: "",
  page: "https://shop.example/login",
  at: Date.now(),
  offer: null,
  ...more,
});

const session = freshSessionArea();
const half = slotName(LOCAL_HALF);
beforeEach(() => void session().set(half, "half"));

it("keeps one for each tab, also of two that send at once, and nothing once none waits", async () => {
  await Promise.all([changePendingLogin(1, () => captured()), changePendingLogin(2, () => captured({ username: "bob" }))]);
  expect([(await pendingLoginIn(1))?.username, (await pendingLoginIn(2))?.username]).toEqual(["ann", "bob"]);
  await forgetPendingLogin(1);
  expect(await pendingLoginIn(1)).toBeUndefined();
  expect((await pendingLoginIn(2))?.username).toBe("bob");
  await forgetPendingLogin(2);
  expect([...session().keys()]).toEqual([half]);
});

it("forgets a login that was sent without any sign of success", async () => {
  await changePendingLogin(1, () => captured({ at: Date.now() - 121_000 }));
  expect(await pendingLoginIn(1)).toBeUndefined();
  await changePendingLogin(2, () => captured());
  expect(JSON.stringify(session().get("captured"))).not.toContain('"1"');
});

it("knows what was declined by a digest of it, whichever page of the site it is", async () => {
  await decline(captured());
  expect(await isDeclined(captured({ page: "https://shop.example/other" }))).toBe(true);
  expect(await isDeclined(captured({ current: "another" }))).toBe(false);
  expect(await isDeclined(captured({ username: "bob" }))).toBe(false);
  expect(JSON.stringify([...session()])).not.toMatch(/Canary|shop\.example/);
});

it("keeps a hundred of what was declined, the newest, in a memory that has its limit", async () => {
  session().set(
    "declined",
    Array.from({ length: 500 }, (_, at) => `digest ${at}`),
  );
  await decline(captured());
  const kept = session().get("declined") as string[];
  expect(kept).toHaveLength(101);
  expect(kept[0]).toBe("digest 400");
  expect(await isDeclined(captured())).toBe(true);
});

it("keeps nothing where a lock comes while a login is being noted", async () => {
  const keeping = changePendingLogin(1, () => captured());
  session().delete(half);
  await keeping;
  expect([...session().keys()]).toEqual([]);
});

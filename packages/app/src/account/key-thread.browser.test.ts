/** Keys are computed by a thread of their own, so that the page answers meanwhile; where there is none, on the page, which says so. */
import { argon2Here } from "@coffer/client/argon2";
import { afterEach, expect, it, vi } from "vitest";
import { toast } from "../ui/toast.ts";
import { runOnKeyThread, warmKeyThread, warmWhileTyping } from "./key-thread.ts";

const made: string[] = [];
const RealWorker = Worker;

/** Counts the threads, and has each made as `make` says. */
function countThreads(make: (address: string) => Worker = (address) => new RealWorker(address, { type: "module" })): void {
  const Counted = function Counted(address: string) {
    made.push(address);
    return make(address);
  };
  vi.stubGlobal("Worker", Counted);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  made.length = 0;
});

const input = () => ({
  password: new TextEncoder().encode("Correct horse"),
  salt: new Uint8Array(32).fill(3),
  memoryKiB: 32_768,
  passes: 2,
});

it("gives what this thread would give, lets the page go on meanwhile, and leaves no password in what it was given", async () => {
  const expected = await argon2Here(input());
  countThreads();
  warmKeyThread();
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const given = input();
  const key = await runOnKeyThread(given);
  clearInterval(counting);
  expect(key).toEqual(expected);
  expect(turns).toBeGreaterThan(3);
  expect(given.password.every((byte) => byte === 0)).toBe(true);
  // The one that was warm, and no other.
  expect(made).toHaveLength(1);
});

it("works out two keys at once, each on a thread of its own that ends with it", async () => {
  countThreads();
  const ended = vi.spyOn(RealWorker.prototype, "terminate");
  const [one, other] = await Promise.all([runOnKeyThread(input()), runOnKeyThread({ ...input(), salt: new Uint8Array(32) })]);
  expect(one).not.toEqual(other);
  expect(made).toHaveLength(2);
  expect(ended).toHaveBeenCalledTimes(2);
});

it("is made while a master password is typed, once, and for no other field", () => {
  countThreads();
  warmWhileTyping();
  const type = (autocomplete: AutoFill): void => {
    const field = Object.assign(document.createElement("input"), { type: "password", autocomplete });
    document.body.append(field);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    field.remove();
  };
  type("one-time-code");
  expect(made).toHaveLength(0);
  type("current-password");
  type("current-password");
  expect(made).toHaveLength(1);
});

it.each([
  ["makes none", () => Promise.reject(new Error("blocked"))],
  ["does not load it", () => new RealWorker("/there-is-no-such-file.js", { type: "module" })],
])("the page works out the key itself and says so where the browser %s", async (_, make) => {
  await runOnKeyThread(input()); // none is warm
  const said = vi.spyOn(toast, "failed");
  countThreads(() => {
    const worker = make();
    if (worker instanceof RealWorker) return worker;
    worker.catch(() => undefined);
    throw new DOMException("blocked", "SecurityError");
  });
  expect(await runOnKeyThread(input())).toEqual(await argon2Here(input()));
  expect(made).toHaveLength(1);
  // Once for each page.
  if (_ === "makes none") expect(said).toHaveBeenCalledTimes(1);
});

/** The machines of `npm run cluster`: apart where this account may make network namespaces, else addresses of this machine. */
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { openMachines } from "./machines.mjs";

const ip = (...words) => spawnSync("ip", words).status === 0;
const mayMake = ip("link", "add", "coffer-may", "type", "bridge") && ip("link", "delete", "coffer-may");

it("a run after one that was killed has machines of its own all the same, where it may make any", () => {
  // What is left of it: a bridge, a cable, a namespace.
  ip("link", "add", "coffer-bridge", "type", "bridge");
  ip("netns", "add", "coffer-node1");
  ip("link", "add", "coffer-cable2", "type", "dummy");
  const { isApart, machines, close } = openMachines();
  const reaches = machines.map(({ address }) =>
    spawnSync("ip", ["route", "get", address], { encoding: "utf8" }).stdout.includes("coffer-bridge"),
  );
  close();
  expect([isApart, reaches]).toEqual([mayMake, [mayMake, mayMake, mayMake]]);
  expect(ip("link", "show", "coffer-bridge")).toBe(false);
});

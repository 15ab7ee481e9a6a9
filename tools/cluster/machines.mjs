/** The three machines of the cluster: network namespaces on one bridge where this account may make them, addresses of the loopback interface otherwise. */
import { spawnSync } from "node:child_process";

const BRIDGE = "coffer-bridge";
const COUNT = 3;

const ip = (...words) => spawnSync("ip", words, { stdio: "ignore" }).status === 0;
const need = (...words) => {
  if (!ip(...words)) throw new Error(`ip ${words.join(" ")} failed`);
};

/** What a run that was killed has left: with its bridge in the way, a new one would have no machines of their own, and try less. */
function removeOld() {
  for (let number = 1; number <= COUNT; number++)
    if (spawnSync("ip", ["netns", "pids", `coffer-node${number}`], { encoding: "utf8" }).stdout?.trim())
      throw new Error(`Another run is at work in the network namespace coffer-node${number}: end it first.`);
  for (let number = 1; number <= COUNT; number++) {
    ip("netns", "delete", `coffer-node${number}`);
    ip("link", "delete", `coffer-cable${number}`);
  }
  ip("link", "delete", BRIDGE);
}

/** @returns the machines, and the address of the one in front of them, which is this one */
export function openMachines() {
  removeOld();
  const isApart = ip("link", "add", BRIDGE, "type", "bridge");
  const machines = Array.from({ length: COUNT }, (_, at) => (isApart ? apart(at + 1) : onLoopback(at + 1)));
  if (!isApart) return { isApart, machines, front: "127.0.1.1", network: "127.0.0.0/8", close: () => undefined };
  need("link", "set", BRIDGE, "up");
  need("address", "add", "10.77.0.1/24", "dev", BRIDGE);
  for (const machine of machines) machine.open();
  const close = () => {
    for (const { name } of machines) ip("netns", "delete", `coffer-${name}`);
    ip("link", "delete", BRIDGE);
  };
  return { isApart, machines, front: "10.77.0.1", network: "10.77.0.0/24", close };
}

const onLoopback = (number) => ({ name: `node${number}`, address: `127.0.1.${10 + number}`, inside: [] });

/** A network of its own, with one cable. */
function apart(number) {
  const [name, cable, address] = [`node${number}`, `coffer-cable${number}`, `10.77.0.${10 + number}`];
  const space = `coffer-${name}`;
  const open = () => {
    need("netns", "add", space);
    need("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space);
    need("link", "set", cable, "master", BRIDGE, "up");
    need("-n", space, "address", "add", `${address}/24`, "dev", "eth0");
    for (const device of ["eth0", "lo"]) need("-n", space, "link", "set", device, "up");
  };
  const inside = ["ip", "netns", "exec", space];
  return { name, address, inside, open, cut: () => need("link", "set", cable, "down"), heal: () => need("link", "set", cable, "up") };
}

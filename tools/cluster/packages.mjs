/** The programs of Debian that the cluster is made of. */
import { spawnSync } from "node:child_process";

const PACKAGES = ["postgresql-15", "patroni", "etcd-server", "etcd-client", "pgbouncer", "haproxy"];

const isInstalled = (name) => /^Status: install ok installed$/m.test(spawnSync("dpkg", ["-s", name], { encoding: "utf8" }).stdout ?? "");

/** Installs what is missing; Debian starts none of them before they are set up for it. @throws Error where it may not */
export function installPackages() {
  const missing = PACKAGES.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const words = ["install", "-y", "--no-install-recommends", ...missing];
  const { status } = spawnSync("apt-get", words, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0) throw new Error(`Install these packages of Debian first: ${missing.join(" ")}`);
}

/**
 * `npm run sbom -- FILE`: what the product is made of, in CycloneDX 1.6 (JSON), from the lock file alone: the same for everyone who has the same lock file, and
 * without the address that a package came from. Without FILE it is printed.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const MODULES = "node_modules/";
const LOCK = new URL("../package-lock.json", import.meta.url);

/** Where Node would find a package that one at `from` asks for: in its own folder, or in one above it. */
function find(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${MODULES}`)))) {
    const path = folder === "" ? `${MODULES}${name}` : `${folder}/${MODULES}${name}`;
    if (path in packages) return packages[path].link ? packages[path].resolved : path;
    if (folder === "") return null;
    if (!folder.includes(`/${MODULES}`)) folder = "";
  }
}

const purlOf = (name, version) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** npm writes it as base64. */
function hashesOf(integrity = "") {
  const [, content] = /^sha512-(.+)$/.exec(integrity) ?? [];
  return content ? [{ alg: "SHA-512", content: Buffer.from(content, "base64").toString("hex") }] : [];
}

/** An expression of SPDX, or one name. */
function licensesOf(license) {
  if (!license || license === "UNLICENSED") return {};
  return { licenses: [/ (OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }] };
}

function componentOf([path, one]) {
  const isOurs = !path.includes(MODULES);
  // An alias has its real name in the lock file.
  const name = one.name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length);
  const hashes = hashesOf(one.integrity);
  return {
    type: isOurs && path.startsWith("apps/") ? "application" : "library",
    "bom-ref": path,
    name,
    version: one.version,
    // What only development uses is excluded from what runs.
    scope: one.dev ? "excluded" : one.optional ? "optional" : "required",
    ...(!isOurs && { purl: purlOf(name, one.version) }),
    ...(hashes.length > 0 && { hashes }),
    ...licensesOf(one.license),
  };
}

/** @param text - of package-lock.json */
export function sbomOf(text) {
  const { name, version, packages } = JSON.parse(text);
  const entries = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);
  const dependencies = entries.map(([path, one]) => {
    const names = Object.keys({ ...one.dependencies, ...one.optionalDependencies });
    const found = names.map((wanted) => find(packages, path, wanted)).filter((ref) => ref !== null);
    return { ref: path, ...(found.length > 0 && { dependsOn: [...new Set(found)].sort() }) };
  });
  const hash = createHash("sha256").update(text).digest("hex");
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { component: { type: "application", "bom-ref": name, name, version } },
    components: entries.map(componentOf),
    dependencies: [{ ref: name, dependsOn: entries.map(([path]) => path).filter((path) => !path.includes(MODULES)) }, ...dependencies],
  };
}

export const ownSbom = () => `${JSON.stringify(sbomOf(readFileSync(LOCK, "utf8")), null, 2)}\n`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [file] = process.argv.slice(2);
  if (file) writeFileSync(file, ownSbom());
  else process.stdout.write(ownSbom());
}

/** Whether the compiler refuses a fault, as `npm run check` would. */
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../ensure.mjs";
import { sources, withFault } from "./faults.mjs";

/** What a left-out call leaves unused says nothing about what the program does: a person would take it out too. */
const UNUSED = new Set([6133, 6192, 6196, 6198, 6199, 6205]);

/** One compiler for a whole run: a changed file is compiled again, not the rest. */
export function typesOf() {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.tests.json"), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const changed = new Map();
  let version = 0;
  const service = ts.createLanguageService({
    getScriptFileNames: () => [
      ...new Set([...fileNames.filter((name) => name.endsWith(".d.ts")), ...sources().map((path) => join(ROOT, path))]),
    ],
    getScriptVersion: (name) => (changed.has(name) ? changed.get(name).version : "0"),
    getScriptSnapshot: (name) => {
      const text = changed.get(name)?.text ?? ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => ROOT,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath,
  });
  const set = (name, text) => changed.set(name, { version: String(++version), text });
  const complaints = (name) => service.getSemanticDiagnostics(name).filter(({ code }) => !UNUSED.has(code)).length;
  return {
    refuse(fault) {
      const name = join(ROOT, fault.path);
      const text = ts.sys.readFile(name);
      set(name, text);
      const before = complaints(name);
      set(name, withFault(text, fault));
      const after = complaints(name);
      set(name, text);
      return after > before;
    },
  };
}

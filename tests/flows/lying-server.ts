/** A server that lies: the real one, with answers rewritten on their way to the real client. */
import { endsWith } from "./recovery-setup.ts";
import type { World } from "./world.ts";

/** The part of an answer that a lie changes. */
type Json = { [name: string]: unknown };

/** Writes the parts of a lie over an answer; what it does not name stays true. */
function overwrite(answer: Json, lie: Json): void {
  for (const [name, value] of Object.entries(lie)) {
    const known = answer[name];
    const isDeep = typeof value === "object" && value !== null && !Array.isArray(value) && typeof known === "object" && known !== null;
    if (isDeep) overwrite(known as Json, value as Json);
    else answer[name] = value;
  }
}

/** @param path - the end of the call's address; its next answer gets the lie. */
export const lieTo = (world: World, path: string, lie: Json): void =>
  world.changeNextAnswer<Json>(endsWith(path), (answer) => overwrite(answer, lie));

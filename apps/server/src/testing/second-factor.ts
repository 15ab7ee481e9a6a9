/** An authenticator for tests, written against RFC 4226 and 6238 and not with the library that the server uses; and the steps to turn it on. */
import { createHmac } from "node:crypto";
import type { Person, Server } from "./world.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** @param time - milliseconds since 1970 */
export function authenticatorCode(secret: string, time: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/** A code that is none of those around now. */
export function wrongCode(secret: string, time: number, not: readonly string[] = []): string {
  const near = [-2, -1, 0, 1, 2].map((step) => authenticatorCode(secret, time + step * 30_000));
  for (let i = 0; ; i++) {
    const code = String(i).padStart(6, "0");
    if (!near.includes(code) && !not.includes(code)) return code;
  }
}

export interface SecondFactor {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The present code; the clock moves on by a step first, so that it was not used yet. */
  next(): string;
}

export async function turnOnSecondFactor(server: Server, person: Pick<Person, "call">): Promise<SecondFactor> {
  const { secret } = (await person.call("POST", "/users/2fa/setup", {})).body as { secret: string };
  const next = (): string => {
    server.clock.now += 30_000;
    return authenticatorCode(secret, server.clock.now);
  };
  const { status, body } = await person.call("POST", "/users/2fa/verify", { code: next() });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { secret, recoveryCodes: body.recoveryCodes as string[], next };
}

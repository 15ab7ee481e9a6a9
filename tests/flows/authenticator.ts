/** An authenticator app: an implementation of RFC 6238 that is not the server's own code, on the world's clock. */
import { Secret, TOTP } from "otpauth";
import type { Client } from "../../packages/client/src/index.ts";
import type { World } from "./world.ts";

const STEP_MS = 30_000;

export interface Authenticator {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** An unused code: of the next time step. */
  code(): string;
  /** Six digits that are not a valid code now. */
  wrong(): string;
}

/** Sets up the second factor for the signed-in account. */
export async function addAuthenticator(world: World, { account }: Client): Promise<Authenticator> {
  const { secret } = await account.setupMfa();
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
  const code = (): string => {
    // At the beginning of the next time step, so that it is still the same one when the server checks.
    world.passMinutes((STEP_MS - (world.now() % STEP_MS) + 50) / 60_000);
    return totp.generate({ timestamp: world.now() });
  };
  const wrong = (): string => {
    const near = [-90, -60, -30, 0, 30, 60, 90].map((seconds) => totp.generate({ timestamp: world.now() + seconds * 1000 }));
    return ["000000", "111111", "222222", "333333", "444444", "555555", "666666", "777777"].find((digits) => !near.includes(digits)) ?? "";
  };
  const { recoveryCodes } = await account.verifyMfaSetup({ code: code() });
  return { secret, recoveryCodes, code, wrong };
}

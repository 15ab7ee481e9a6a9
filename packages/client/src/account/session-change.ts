/** What changes of a session while it lasts. */
import type { User } from "@coffer/contract/account";
import type { SecretKey } from "@coffer/crypto";
import type { Keyring } from "../keyring.ts";
import type { Session } from "../types.ts";
import type { PasswordLock } from "./session-store.ts";

/** What a person changes about the account while signed in. */
export interface SessionChange {
  readonly user?: Partial<User>;
  readonly lock?: PasswordLock;
  readonly encryptionKey?: SecretKey;
  /** Role, team and permissions according to the server, which enforces them; screens only follow. */
  readonly membership?: Pick<Session, "roleId" | "teamId" | "permissions">;
}

/** The account has new keys. */
export interface Rekeyed {
  readonly lock: PasswordLock;
  readonly encryptedPrivateKey: string;
  readonly keyring: Keyring;
}

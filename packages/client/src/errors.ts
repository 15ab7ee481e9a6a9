/** Refusals of the client itself. Refusals of the server are `AppError`; ciphertext that does not open is `DecryptError`. */
import type { Vault } from "@coffer/core/items/item";

/** A refusal of the client, with the specification's message. */
export class ClientError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ClientError";
  }
}

/** The session is locked or over, or this device has lost its stored keys. */
export class NoKeysError extends ClientError {
  constructor() {
    super("Vault key not found. Please login again.");
  }
}

/** Another device has changed the same of a vault. It is replaced only by a save that began from there. */
export class VaultChangedError extends ClientError {
  /** As it is now. */
  readonly vault: Vault;

  constructor(vault: Vault) {
    super(`"${vault.name}" was changed on another device meanwhile. Nothing was saved.`);
    this.vault = vault;
  }
}

const NO_CONNECTION = {
  ask: "There is no connection to the server.",
  save: "There is no connection to the server, so nothing can be saved right now.",
  load: "A part of the app could not be loaded. There may be no connection to the server, or a newer version of the app: load the page again.",
} as const;

/** There was no answer. Recognised by its name, because a higher layer shows it. */
export class ConnectionError extends Error {
  /** @param kind - of the request */
  constructor(kind: keyof typeof NO_CONNECTION, options?: ErrorOptions) {
    super(NO_CONNECTION[kind], options);
    this.name = "ConnectionError";
  }
}

/** The server was silent for too long. */
export class NoAnswerError extends ConnectionError {
  constructor() {
    super("ask");
    this.message = "The server did not answer in time. Please check your connection and try again.";
  }
}

/** A proxy says that it does not reach the server, or waited for it in vain: what was asked for may have been done. */
export class UnreachedError extends NoAnswerError {
  constructor() {
    super();
    this.message = "The server cannot be reached at the moment. Please try again in a minute.";
  }
}

/** What the server's answer contradicts; each stops the scope, because going on could lose or reveal something. */
export const INTEGRITY = {
  rollback:
    "The server sent an older state of your vault than this device has already seen. Nothing was changed; please contact your operator.",
  fork: "The server sent a history of your vault that does not continue what this device has seen. Nothing was changed.",
  omitted: "Some items are missing from the server's answer. Nothing was changed.",
  unlisted: "The server sent items that do not belong to your vault. Nothing was changed.",
  stale: "The server sent outdated versions of items in your vault. Nothing was changed.",
  future: "The server sent a state of your vault that is dated in the future. Please check the clock of this device. Nothing was changed.",
  newer: "Your vault holds items of a kind that only a newer version of the app knows. Please update this one. Nothing was changed.",
  overstepped:
    "Someone who may write here changed what is not theirs: who made an item, the vault itself or its history. Nothing was changed.",
  gap: "Too much has changed since this device last saw your vault to check all of it. Nothing was changed.",
} as const;

export class IntegrityError extends Error {
  readonly code: keyof typeof INTEGRITY;

  constructor(code: keyof typeof INTEGRITY, options?: ErrorOptions) {
    super(INTEGRITY[code], options);
    this.name = "IntegrityError";
    this.code = code;
  }
}

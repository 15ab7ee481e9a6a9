/** What screens, and the worker of the extension, can do about edits that wait. */

export interface WaitingApi {
  /** Sends what waits now, also what was refused before. */
  readonly send: () => Promise<void>;
  readonly discard: (edit: { readonly id: string }) => Promise<void>;
}

export interface WaitingEditsApi extends WaitingApi {
  /** Another page may have kept some. @returns whether any waits that can be sent */
  readonly look: () => Promise<boolean>;
}

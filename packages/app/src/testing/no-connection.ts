/** What a call of the client throws when nobody answered (client/errors.ts); known by its name on this floor. */
export const noConnection = (): Error => Object.assign(new Error("There is no connection to the server."), { name: "ConnectionError" });

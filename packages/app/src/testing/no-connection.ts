/** What a call of the client throws when there was no answer (client/errors.ts); the app knows it by its name. */
export const noConnection = (): Error => Object.assign(new Error("There is no connection to the server."), { name: "ConnectionError" });

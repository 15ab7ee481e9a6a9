/** Which failures are worth another try, and which would be the same again. */
import { isOfThisDevice } from "./error-message.ts";

/** The client itself refused, and would do so again. Not where it only says what failed below it: a device without room for what waits may have some later. */
export const isLastingRefusal = (error: unknown): boolean => isOfThisDevice(error) && error.cause === undefined;

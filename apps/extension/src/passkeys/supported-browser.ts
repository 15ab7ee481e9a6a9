/** Whether this browser's extension answers for passkeys: Firefox gives a page's script no name of its document, without which no answer may go to it. */
export const PASSKEYS_SUPPORTED = location.protocol === "chrome-extension:";

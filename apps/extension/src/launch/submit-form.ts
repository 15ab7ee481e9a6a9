/** Submits the form that was just filled, if the user has chosen so: as if its button had been pressed. */
import type { Frame } from "../fill/frames.ts";

export async function submitForm(tabId: number, { documentId }: Frame): Promise<void> {
  const target = documentId === undefined ? { tabId, frameIds: [0] } : { tabId, documentIds: [documentId] };
  await chrome.scripting.executeScript({ target, func: pressButton }).catch(() => undefined); // the page has gone on by itself
}

/** Runs in the page: it cannot use anything from outside this function. A form with two fields for passwords is no login. */
function pressButton(): void {
  const filled = [...document.querySelectorAll<HTMLInputElement>('input[type="password"]')].filter(({ value }) => value !== "");
  const [field] = filled;
  if (filled.length !== 1 || field?.form == null) return;
  field.form.requestSubmit();
}

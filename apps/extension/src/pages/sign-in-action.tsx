/** "Sign in to this site" in the palette of the popup and the side panel: fills in the login that was used there last, and sends its form. */
import type { HostAction } from "@coffer/app/frame/host-actions.ts";
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { toast } from "@coffer/app/ui/toast.ts";
import { IconLogin2 } from "@tabler/icons-react";
import { SOMETHING_ELSE } from "../fill/fill-login.ts";
import { fillFrame, framesOf } from "../fill/frames.ts";
import { ownershipLine } from "../fill/ownership-lines.ts";
import { findBestLogin } from "../launch/best-login.ts";
import { stillToFill } from "../launch/launched.ts";
import { nameSentIn } from "../launch/name-sent.ts";
import { submitForm } from "../launch/submit-form.ts";
import type { Tab } from "./active-tab.ts";
import { makeWay } from "./own-window.ts";
import { reportUsed } from "./report-use.ts";

/** @returns what went wrong, for the user; null when the form was sent. */
async function signIn(watch: SessionWatch, tab: Tab): Promise<string | null> {
  const client = await watch.later();
  const [page] = (await framesOf(tab.id)).filter(({ frameId }) => frameId === 0);
  if (page === undefined) return "This page lets no extension in.";
  const { host } = new URL(page.address);
  // The very host and port: no one picks here.
  const { item, unpicked } = await findBestLogin(client, page.address);
  // Whose account it would be is theirs to say, and a form is sent: the person picks it once.
  if (unpicked !== null) return `${ownershipLine(unpicked)}: fill in the login from the list first. After that this signs you in with it.`;
  if (item === null) return `There is no login for exactly ${host}.`;
  const asked = page.fields.map(({ role }) => role);
  const fitting = stillToFill(asked, [], item.fields);
  if (Object.keys(fitting).length === 0) return "Coffer sees no field for a login on this page.";
  const values = stillToFill(asked, [], item.fields, await nameSentIn(tab.id, page.address));
  const { filled, refused } = await fillFrame(tab.id, page, values, item.fields.username ?? "");
  // The login's own name is not written again where it is there already. A password that is there is another one.
  const isPasswordIn = filled.includes("current-password");
  if (filled.length === 0 || refused.length > 0 || (values["current-password"] !== undefined && !isPasswordIn)) return SOMETHING_ELSE;
  reportUsed(item.id, tab.id, page.address);
  if (isPasswordIn) await submitForm(tab.id, page);
  return null;
}

export function signInAction(watch: SessionWatch, tab: Tab): HostAction {
  const { host } = new URL(tab.address);
  const run = (): void =>
    void signIn(watch, tab).then(
      (failed) => (failed === null ? makeWay() : toast.failed(new Error(failed), failed)),
      (error: unknown) => toast.failed(error, `Failed to sign in to ${host}`),
    );
  return {
    id: "sign-in-here",
    label: `Sign in to ${host}`,
    otherWords: "log in fill this site",
    icon: <IconLogin2 size={18} aria-hidden />,
    run,
  };
}

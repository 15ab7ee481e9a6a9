/** The window where a person answers a site that asks for a passkey: drawn by the browser, over every page. It shows at once who asks, and then what fits. */
import "virtual:faces.css";
import "@coffer/app/ui/tokens.css";
import type { Client } from "@coffer/client";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Ceremony, type Choice, siteOf } from "../passkeys/ceremony.ts";
import { makeChoices } from "../passkeys/make-passkey.ts";
import type { CeremonyKind, OpenCeremony } from "../passkeys/messages.ts";
import { askedCeremony } from "../passkeys/open-ceremony.ts";
import { parseCreation, parseRequest } from "../passkeys/parse-request.ts";
import { showChoices } from "../passkeys/show-choices.ts";
import { signInChoices } from "../passkeys/sign-in.ts";
import { open } from "./open-client.ts";
import { PasskeyQuestion, type Ready } from "./PasskeyQuestion.tsx";
import { knownServer } from "./server-setting.ts";
import { standsNow, windowRoot } from "./window-page.ts";

const element = windowRoot();

interface Begun {
  readonly ceremony: Ceremony;
  readonly choices: (client: Client) => Promise<readonly Choice[]>;
}

const close = (): void => window.close();

/** @returns null for what no page waits for */
const BEGIN: Readonly<Record<CeremonyKind, (asked: OpenCeremony) => Begun | null>> = {
  get(ceremonyAsked) {
    const asked = parseRequest(ceremonyAsked.options);
    const site = asked && siteOf(ceremonyAsked, asked.rpId);
    if (asked === null || site === null) return null;
    const ceremony = new Ceremony(ceremonyAsked, site, asked.timeout, close);
    return { ceremony, choices: (client) => signInChoices(ceremony, asked, client) };
  },
  create(ceremonyAsked) {
    const asked = parseCreation(ceremonyAsked.options);
    const site = asked && siteOf(ceremonyAsked, asked.rp.id);
    if (asked === null || site === null) return null;
    const ceremony = new Ceremony(ceremonyAsked, site, asked.timeout, close);
    return { ceremony, choices: (client) => makeChoices(ceremony, asked, client) };
  },
};

async function start(place: HTMLElement): Promise<void> {
  const asked = await askedCeremony();
  const begun = asked?.id === location.hash.slice(1) ? BEGIN[asked.kind](asked) : null;
  if (begun === null) return close();
  const { ceremony, choices } = begun;
  const root = createRoot(place);
  const draw = (ready: Ready | null): void =>
    root.render(
      <StrictMode>
        <main>
          <PasskeyQuestion ceremony={ceremony} ready={ready} />
        </main>
      </StrictMode>,
    );
  draw(null);
  await showChoices(ceremony, {
    open: async () => open((await knownServer()) ?? ""),
    choices,
    show(client, found, isFirst) {
      draw({ client, choices: found, picked: isFirst ? pickedOf(asked, found) : null });
      standsNow();
    },
  });
}

/** What the person pressed already, before this window came. */
const pickedOf = (asked: OpenCeremony | null, found: readonly Choice[]): Choice | null =>
  asked?.picked === undefined || found.length > 1 ? null : (found[0] ?? null);

void start(element);

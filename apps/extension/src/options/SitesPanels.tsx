/** What the user told this device about sites: what is filled in by itself, where no menu opens and nothing is saved, and what their fields are. Each can be undone. */

import type { PanelProps } from "@coffer/app/account/settings/panel-props.ts";
import { NoRows, Row, Rows } from "@coffer/app/account/settings/Rows.tsx";
import { useClient } from "@coffer/app/frame/client-context.tsx";
import { LoadFailed } from "@coffer/app/ui/LoadFailed.tsx";
import { Panel } from "@coffer/app/ui/Panel.tsx";
import { toast } from "@coffer/app/ui/toast.ts";
import type { Client, SiteList } from "@coffer/client";
import { LOCALE, plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";

type Sites = Client["sites"];

interface Place {
  readonly host: string;
  readonly note?: string;
}

interface Subject {
  readonly hint: string;
  /** Said where there is no site. */
  readonly none: string;
  /** On the button that takes it back. */
  readonly label: string;
  readonly read: (sites: Sites) => Promise<readonly Place[]>;
  readonly takeBack: (sites: Sites, host: string) => Promise<void>;
}

/** @param none - said where the list is empty. @param label - on the button that takes a site off it. */
const ofList = (list: SiteList, words: Pick<Subject, "hint" | "none" | "label">): Subject => ({
  ...words,
  read: async (sites) => (await sites.hosts(list)).map((host) => ({ host })),
  takeBack: (sites, host) => sites.unlist({ list, host }),
});

const FILLED_ON_LOAD = ofList("filled-on-load", {
  hint: "When such a page loads in front of you, the login that you used there last is filled in without a click. Only on exactly this host, and never in a frame.",
  none: "None. A site comes here when you choose it in the popup.",
  label: "Stop",
});

const QUIET = ofList("quiet", {
  hint: "Coffer opens no menu at the fields there. The popup and the keys still fill in.",
  none: "None. A site comes here when you press “Not here” in the menu at a field.",
  label: "Show again",
});

const NEVER_SAVED = ofList("excluded", {
  hint: "Coffer does not ask there whether to save a login. It still fills in what you have saved.",
  none: "None. A site comes here when you answer “Never here”.",
  label: "Ask again",
});

const ELSEWHERE = ofList("passkeys-elsewhere", {
  hint: "Your browser answers there when the site asks for a passkey, and Coffer opens no window.",
  none: "None. A site comes here when you press “Never ask on this site”.",
  label: "Offer again",
});

const TAUGHT: Subject = {
  hint: "What you said of a field counts before what Coffer reads in the page.",
  none: "None. Point at a field that Coffer gets wrong: the hand in the popup does that.",
  label: "Forget",
  read: async (sites) => {
    const fields = await sites.taught();
    const hosts = [...new Set(fields.map(({ host }) => host))];
    return hosts.map((host) => {
      const count = fields.filter((field) => field.host === host).length;
      return { host, note: plural(count, "field") };
    });
  },
  takeBack: (sites, host) => sites.unteach({ host }),
};

export const FilledOnLoadPanel = (props: PanelProps) => <SitesPanel {...props} subject={FILLED_ON_LOAD} />;
export const QuietPanel = (props: PanelProps) => <SitesPanel {...props} subject={QUIET} />;
export const NeverSavedPanel = (props: PanelProps) => <SitesPanel {...props} subject={NEVER_SAVED} />;
export const ElsewherePanel = (props: PanelProps) => <SitesPanel {...props} subject={ELSEWHERE} />;
export const TaughtPanel = (props: PanelProps) => <SitesPanel {...props} subject={TAUGHT} />;

function SitesPanel({ id, title, subject: { hint, none, label, read, takeBack } }: PanelProps & { subject: Subject }) {
  const { sites } = useClient();
  const queries = useQueryClient();
  const queryKey = ["sites", id];
  const query = useQuery({ queryKey, queryFn: () => read(sites) });
  const places = (query.data ?? []).toSorted((one, other) => one.host.localeCompare(other.host, LOCALE));
  const change = (host: string): void => {
    takeBack(sites, host)
      .then(() => queries.invalidateQueries({ queryKey }))
      .catch((error: unknown) => toast.failed(error, "Failed to save the setting"));
  };
  return (
    <Panel id={id} title={title} hint={hint}>
      {query.isError && <LoadFailed query={query}>The sites could not be read.</LoadFailed>}
      {query.data?.length === 0 && <NoRows>{none}</NoRows>}
      {places.length > 0 && (
        <Rows label={title}>
          {places.map(({ host, note }) => (
            <Row
              key={host}
              title={host}
              note={note}
              action={
                <Button variant="default" size="compact-md" aria-label={`${label} at ${host}`} onClick={() => change(host)}>
                  {label}
                </Button>
              }
            />
          ))}
        </Rows>
      )}
    </Panel>
  );
}

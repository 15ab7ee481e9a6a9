/** Which extension this is: where its vault comes from, and which keys the browser has given it. */
import type { PanelProps } from "@coffer/app/account/settings/panel-props.ts";
import { Row, Rows } from "@coffer/app/account/settings/Rows.tsx";
import { Panel } from "@coffer/app/ui/Panel.tsx";
import { useEffect, useState } from "react";
import { knownServer } from "../pages/server-setting.ts";

interface Facts {
  readonly server: string;
  readonly keys: readonly { readonly what: string; readonly key: string }[];
}

export function AboutPanel({ id, title }: PanelProps) {
  const [facts, setFacts] = useState<Facts | null>(null);
  useEffect(() => {
    readFacts().then(setFacts, () => undefined); // without them only the version is shown
  }, []);
  return (
    <Panel id={id} title={title} hint="Keys are changed in your browser, on its page of extensions.">
      <Rows label={title}>
        <Row title="Version" note={chrome.runtime.getManifest().version} />
        {facts !== null && <Row title="Your Coffer" note={facts.server} />}
        {facts?.keys.map(({ what, key }) => (
          <Row key={what} title={what} note={key === "" ? "No key" : key} />
        ))}
      </Rows>
    </Panel>
  );
}

/** By their names in the manifest: the browser describes them in its own language, and that which opens the popup not at all. */
const KEYS: Readonly<Record<string, string>> = {
  "fill-login": "Fill in the login of this site that was used last",
  _execute_action: "Open Coffer for this site",
};

async function readFacts(): Promise<Facts> {
  const [server, commands] = await Promise.all([knownServer(), chrome.commands.getAll()]);
  return {
    server: server ?? "",
    keys: commands.map(({ name = "", description = "", shortcut = "" }) => ({
      what: KEYS[name] ?? (description || name),
      key: shortcut,
    })),
  };
}

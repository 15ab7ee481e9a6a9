/** In the popup: whether the login of the open site is filled in as its pages load. Off until the user chooses it for this very host. */
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { useEffect, useState } from "react";
import styles from "./ForThisSite.module.css";
import type { RunWithClient } from "./fill-outcome.ts";

interface Props {
  readonly watch: SessionWatch;
  readonly host: string;
  readonly does: RunWithClient;
}

export function FillOnLoad({ watch, host, does }: Props) {
  const [isOn, setOn] = useState<boolean | null>(null);
  useEffect(() => {
    watch
      .later()
      .then(({ sites }) => sites.hosts("filled-on-load"))
      .then(
        (hosts) => setOn(hosts.includes(host)),
        () => setOn(null), // it cannot be chosen then
      );
  }, [watch, host]);
  if (isOn === null) return null;
  const change = does(async ({ sites }) => {
    const next = { list: "filled-on-load", host } as const;
    await (isOn ? sites.unlist(next) : sites.list(next));
    setOn(!isOn);
    return isOn ? `${host} is no longer filled in by itself.` : `From its next load on, ${host} is filled in without a click.`;
  });
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isOn} onChange={change} />
      Fill in by itself on {host}
    </label>
  );
}

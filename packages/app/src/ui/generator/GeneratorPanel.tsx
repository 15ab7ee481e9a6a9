/** Makes random passwords, passphrases, PINs and user names, and keeps the last ones. Each tab keeps its options while the panel is open. */
import { Button, Tabs } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { type ComponentType, type FocusEvent, useState } from "react";
import { Loading } from "../Loading.tsx";
import { lazyComponent } from "../lazy-component.tsx";
import { GeneratorHistory } from "./GeneratorHistory.tsx";
import { GeneratorPassword } from "./GeneratorPassword.tsx";
import { GeneratorPin } from "./GeneratorPin.tsx";
import type { GeneratorTabProps } from "./generator-tab.ts";
import "@mantine/core/styles/Tabs.layer.css";
import styles from "./Generator.module.css";

const TABS = {
  password: { label: "Password", Tab: GeneratorPassword },
  passphrase: {
    label: "Passphrase",
    Tab: lazyComponent("inline", async () => (await import("./GeneratorWords.tsx")).GeneratorPassphrase, { waiting: <Loading rows={3} /> }),
  },
  pin: { label: "PIN", Tab: GeneratorPin },
  username: {
    label: "Username",
    Tab: lazyComponent("inline", async () => (await import("./GeneratorWords.tsx")).GeneratorUsername, { waiting: <Loading rows={3} /> }),
  },
} as const satisfies Record<string, { label: string; Tab: ComponentType<GeneratorTabProps> }>;
export type GeneratorTab = keyof typeof TABS;
const ALL_TABS = Object.keys(TABS) as GeneratorTab[];

interface Props extends GeneratorTabProps {
  readonly tabs?: readonly GeneratorTab[];
}

export function GeneratorPanel({ tabs = ALL_TABS, ...actions }: Props) {
  const [chosen, choose] = useState<GeneratorTab>("password");
  /** Tabs that were opened. The others are not drawn: nothing is generated before it is looked at. */
  const [visited, visit] = useState<ReadonlySet<GeneratorTab>>(() => new Set(["password"]));
  const [history, showHistory] = useState(false);
  const open = (name: string | null) => {
    const tab = tabs.find((known) => known === name);
    if (!tab) return;
    choose(tab);
    visit(new Set([...visited, tab]));
  };
  return (
    <div className={styles.panel} onFocusCapture={keepEscape}>
      {history && <GeneratorHistory onBack={() => showHistory(false)} />}
      <div hidden={history} className={styles.tabs}>
        <Tabs value={chosen} onChange={open} keepMountedMode="display-none">
          <Tabs.List grow>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name} px={6}>
                {TABS[name].label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((name) => (
            <Tabs.Panel key={name} value={name} pt={14}>
              {visited.has(name) && <TabContent name={name} isShown={name === chosen} {...actions} />}
            </Tabs.Panel>
          ))}
        </Tabs>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconHistory size={18} aria-hidden />}
          onClick={() => showHistory(true)}
        >
          History
        </Button>
      </div>
    </div>
  );
}

/** Escape closes this panel and not the form below it as well; the UI library's dialogs honour this mark of whatever has the focus. */
const keepEscape = ({ target }: FocusEvent): void => target.setAttribute("data-mantine-stop-propagation", "true");

function TabContent({ name, ...actions }: GeneratorTabProps & { name: GeneratorTab }) {
  const { Tab } = TABS[name];
  return <Tab {...actions} />;
}

/** Which language this browser shows the app in. The words are part of the page, so another language is another page. */
import { LANGUAGES } from "@coffer/core/device/languages";
import type { DeviceSettingRow, SettingValue } from "@coffer/core/device/settings";
import { useState } from "react";
import { chooseLanguage, chosenLanguage } from "../../frame/language.ts";
import { unsaved } from "../../frame/unsaved.ts";
import { Panel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import type { PanelProps } from "./panel-props.ts";
import { SettingControl } from "./SettingControl.tsx";

const OF_BROWSER = "browser";
/** As where another tab's sign-in loads this page again (frame/session-watch.ts). */
const DRAFTS_MS = 1_500;

const LANGUAGE: DeviceSettingRow = {
  kept: "browser",
  slot: "language",
  label: "Language",
  description: "Takes effect at once: the page is loaded again.",
  choices: [{ value: OF_BROWSER, label: "As this browser" }, ...LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))],
  fallback: OF_BROWSER,
  drawn: "select",
  shown: "language",
};

/** @param reload - of the page; a test that runs in one cannot do without it. */
export function LanguagePanel({ id, title, reload = () => window.location.reload() }: PanelProps & { readonly reload?: () => void }) {
  const [value, setValue] = useState<SettingValue>(() => chosenLanguage() ?? OF_BROWSER);
  const choose = async (next: SettingValue): Promise<void> => {
    setValue(next);
    if (await chooseLanguage(LANGUAGES.find(({ code }) => code === next)?.code ?? null)) {
      // What is half typed is kept sealed; its last letters get there first.
      if (unsaved.isAny()) await new Promise((resolve) => setTimeout(resolve, DRAFTS_MS));
      return reload();
    }
    setValue(value);
    toast.failed("The language was not changed. There is no connection to the server.");
  };
  return (
    <Panel id={id} title={title}>
      <SettingControl row={LANGUAGE} value={value} onChange={(next) => void choose(next)} isNamed />
    </Panel>
  );
}

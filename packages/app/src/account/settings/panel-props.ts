/** What every panel of the settings is given: its address within the page, and its heading. */
export interface PanelProps {
  readonly id: string;
  readonly title: string;
}

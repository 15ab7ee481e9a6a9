/** What the panel gives to each of its tabs. */

export interface GeneratorTabProps {
  /** Takes the value into the form that opened the panel; without it there is no such button. */
  readonly onUse?: ((value: string) => void) | undefined;
  /** Told of every value that is shown, the first one too, and one that is shown again; never of an empty one. */
  readonly onShown?: ((value: string) => void) | undefined;
  /** False while another tab is in front. */
  readonly isShown?: boolean;
}

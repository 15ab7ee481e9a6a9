/** The theme that the person has chosen in the extension, for what is drawn before the app is there. */
export const isDarkChosen = (): boolean =>
  localStorage.getItem("theme-follows-system") === "on"
    ? matchMedia("(prefers-color-scheme: dark)").matches
    : localStorage.getItem("theme") === "dark";

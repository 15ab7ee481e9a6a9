/** The look handed to the UI library. Colours that components of our own use are in `ui/tokens.css`; both follow the same two palettes. */
import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/constants";
import {
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from "@mantine/core";

/** Verdigris, the green of old copper. */
const green: MantineColorsTuple = [
  "#e0efea",
  "#cbe3dc",
  "#b4d5cb",
  "#7ed6c3",
  "#5cc2ae",
  "#2f8a7c",
  "#0b5d53",
  "#08483f",
  "#073a33",
  "#062b26",
];
const gray: MantineColorsTuple = [
  "#f6f4ee",
  "#efece3",
  "#e6e2d6",
  "#d3cfc1",
  "#888779",
  "#75766a",
  "#5e6157",
  "#4b4e45",
  "#33362f",
  "#1a1c19",
];
const dark: MantineColorsTuple = [
  "#d5d8d1",
  "#bcc4bd",
  "#9ba59e",
  "#7d8882",
  "#66736c",
  "#28322d",
  "#1d2521",
  "#151b18",
  "#0e1311",
  "#090d0b",
];

/** Locking the page's scroll would inject a style element; `base.css` does it with a selector instead. */
const removeScrollProps = { enabled: false };
/** A list that scrolls can be reached and scrolled by the keyboard. What has the focus in a list box must be one of its parts. */
const scrollAreaProps = { viewportProps: { tabIndex: 0, role: "group" } };
const closeButtonProps = { "aria-label": "Close" };

/** What is written on a filled ground: in dark the grounds are light. A plain button is a quiet ground without a line. */
const INK: Readonly<Record<string, string>> = { green: "var(--on-accent)", red: "var(--on-danger)" };

const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant === "default") return { ...colors, border: "1px solid transparent" };
  const ink = input.variant === "filled" ? INK[input.color ?? "green"] : undefined;
  return ink === undefined ? colors : { ...colors, color: ink };
};

/** Plain objects on purpose: the components' own `extend` would pull each of them into the first chunk. */
export const theme: MantineThemeOverride = {
  primaryColor: "green",
  primaryShade: { light: 6, dark: 4 },
  colors: { green, gray, dark },
  white: "#fffefb",
  black: "#1a1c19",
  variantColorResolver,
  fontFamily: "var(--sans)",
  fontFamilyMonospace: "var(--mono)",
  headings: { fontFamily: "var(--sans)", fontWeight: "620" },
  fontSizes: { xs: "0.8125rem", sm: "0.875rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1.4", sm: "1.43", md: "1.43", lg: "1.5", xl: "1.4" },
  radius: { xs: "0.25rem", sm: "0.375rem", md: "0.5625rem", lg: "0.875rem", xl: "1.25rem" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  shadows: { xs: "var(--lift-1)", sm: "var(--lift-1)", md: "var(--lift-2)", lg: "var(--lift-2)", xl: "var(--lift-2)" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { removeScrollProps, closeButtonProps, centered: true } },
    Drawer: { defaultProps: { removeScrollProps, closeButtonProps } },
    Notification: { defaultProps: { closeButtonProps } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { "aria-label": "Show or hide", tabIndex: 0 } } },
    // Its placeholder is something in a menu that is no entry; without it the first entry has the focus, as in menus everywhere.
    Menu: { defaultProps: { shadow: "lg", radius: "md", withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: "lg", radius: "lg" } },
    Tooltip: { defaultProps: { openDelay: 400, radius: "sm" } },
    Select: {
      defaultProps: {
        maxDropdownHeight: DROPDOWN_MAX_HEIGHT_PX,
        comboboxProps: { shadow: "lg" },
        scrollAreaProps,
        checkIconPosition: "right",
      },
    },
    MultiSelect: { defaultProps: { scrollAreaProps, checkIconPosition: "right" } },
  },
};

/** The look handed to the UI library. Colours that components of our own use are in `ui/tokens.css`; both follow the same two palettes. */
import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/product";
import type { MantineColorsTuple, MantineThemeOverride } from "@mantine/core";

const blue: MantineColorsTuple = [
  "#eef4ff",
  "#dde9ff",
  "#bdd3ff",
  "#8fb5ff",
  "#6298fb",
  "#3b82f6",
  "#2563eb",
  "#1f56d2",
  "#1c47ac",
  "#1b3b87",
];
const gray: MantineColorsTuple = [
  "#f6f7f9",
  "#eff1f5",
  "#e3e7ed",
  "#d2d8e1",
  "#b1bac7",
  "#7f8a9a",
  "#667182",
  "#505b6b",
  "#38414f",
  "#1f2631",
];
const dark: MantineColorsTuple = [
  "#d5dbe4",
  "#b8c1cd",
  "#9aa5b5",
  "#7c8899",
  "#3b4553",
  "#28303b",
  "#1c222b",
  "#151a21",
  "#10141a",
  "#0b0e13",
];

const SYSTEM_FONTS = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const MONO_FONTS = 'ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';

/** Locking the page's scroll would inject a style element; `base.css` does it with a selector instead. */
const removeScrollProps = { enabled: false };
const closeButtonProps = { "aria-label": "Close" };

/** Plain objects on purpose: the components' own `extend` would pull each of them into the first chunk. */
export const theme: MantineThemeOverride = {
  primaryColor: "blue",
  primaryShade: { light: 6, dark: 6 },
  colors: { blue, gray, dark },
  black: "#111823",
  fontFamily: SYSTEM_FONTS,
  fontFamilyMonospace: MONO_FONTS,
  headings: { fontFamily: SYSTEM_FONTS, fontWeight: "650" },
  fontSizes: { xs: "0.8125rem", sm: "0.875rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1.4", sm: "1.43", md: "1.43", lg: "1.5", xl: "1.4" },
  radius: { xs: "0.25rem", sm: "0.375rem", md: "0.5rem", lg: "0.75rem", xl: "1rem" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  shadows: {
    xs: "0 1px 2px rgb(15 23 34 / 5%)",
    sm: "0 1px 3px rgb(15 23 34 / 8%)",
    md: "0 6px 18px -4px rgb(15 23 34 / 12%)",
    lg: "0 12px 32px -8px rgb(15 23 34 / 18%)",
    xl: "0 24px 56px -12px rgb(15 23 34 / 26%)",
  },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { removeScrollProps, closeButtonProps, centered: true, radius: "lg" } },
    Drawer: { defaultProps: { removeScrollProps, closeButtonProps } },
    Notification: { defaultProps: { closeButtonProps } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { "aria-label": "Show or hide", tabIndex: 0 } } },
    Menu: { defaultProps: { shadow: "lg", radius: "md" } },
    Popover: { defaultProps: { shadow: "lg", radius: "lg" } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, radius: "sm" } },
    Select: { defaultProps: { maxDropdownHeight: DROPDOWN_MAX_HEIGHT_PX, comboboxProps: { shadow: "lg" } } },
  },
};

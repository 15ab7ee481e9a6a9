/**
 * The library's quiet button with an icon, as it draws it: its class names, and in a style sheet what it would work out for each one. A list draws hundreds for a letter that is
 * typed, and the library's own take most of that time.
 */
import { ActionIcon, UnstyledButton } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import styles from "./IconButton.module.css";

const OF_LIBRARY = [
  "mantine-focus-auto mantine-active mantine-ActionIcon-root mantine-UnstyledButton-root",
  ActionIcon.classes.root,
  UnstyledButton.classes.root,
];
const ROOT = [...OF_LIBRARY, styles.button].join(" ");

interface Props extends Omit<ComponentPropsWithRef<"button">, "type"> {
  readonly color?: "gray" | "yellow";
  readonly size?: "md" | "lg";
}

export const IconButton = ({ color = "gray", size = "md", className, children, ...props }: Props) => (
  <button {...props} type="button" className={className ? `${ROOT} ${className}` : ROOT} data-color={color} data-size={size}>
    <span className={`mantine-ActionIcon-icon ${ActionIcon.classes.icon}`}>{children}</span>
  </button>
);

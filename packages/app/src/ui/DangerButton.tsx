/** A quiet button for what cannot be undone: its words are red, its ground is not. */
import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";
import styles from "./DangerButton.module.css";

export const DangerButton = (props: ButtonProps & Omit<ComponentPropsWithoutRef<"button">, keyof ButtonProps>) => (
  <Button {...props} variant="default" className={styles.button} />
);

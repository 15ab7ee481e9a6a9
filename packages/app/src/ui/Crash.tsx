/** Keeps a fault of one page from taking the rest down, and offers the way out: loading anew. */
import { ERRORS } from "@coffer/contract/errors";
import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { Component, type ReactNode } from "react";
import { EmptyState } from "./EmptyState.tsx";

export class Crash extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        icon={<IconPlugConnectedX />}
        title={ERRORS.unexpected[1]}
        text="This page could not be shown. Nothing you saved is affected."
        action={<Button onClick={() => window.location.reload()}>Load again</Button>}
      />
    );
  }
}

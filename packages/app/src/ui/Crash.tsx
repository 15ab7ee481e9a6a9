/** Keeps a fault of one page from taking the rest down, and offers a reload. A part that is missing is loaded again at its own place. */
import { ERRORS } from "@coffer/contract/errors";
import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { Component, type ReactNode } from "react";
import { MissingPart, reviveSheets } from "../frame/missing-part.ts";
import { EmptyState } from "./EmptyState.tsx";
import { PartMissing } from "./PartMissing.tsx";

interface Props {
  readonly children: ReactNode;
  /**
   * Draws the replacement of a missing part; a fault then goes on to the boundary around it. Without it this is a page or the whole app.
   * @param isAgain - whether it was asked for again here
   */
  readonly missing?: (missing: MissingPart, reset: () => void, isAgain?: true) => ReactNode;
}

interface State {
  readonly error: unknown;
  readonly isAgain?: true;
}

export class Crash extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error, isAgain } = this.state;
    const { children, missing = wholePage } = this.props;
    if (error === null) return children;
    const reset = (): void => this.setState({ error: null, isAgain: true });
    if (error instanceof MissingPart) return missing(error, reset, isAgain);
    if (this.props.missing) throw error instanceof Error ? error : new Error("A part failed", { cause: error });
    return (
      <EmptyState
        icon={<IconPlugConnectedX />}
        title={ERRORS.unexpected[1]}
        text="This page could not be shown. Nothing that is saved is lost."
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      />
    );
  }
}

function wholePage(missing: MissingPart, reset: () => void, isAgain?: true): ReactNode {
  const retry = async () => {
    await reviveSheets();
    missing.again();
    reset();
  };
  return <PartMissing place="page" onRetry={retry} isAgain={isAgain} />;
}

/** Shows a page's list once the vault is open; until then skeleton rows, and if it does not open the reason and a way to try again. */
import type { Contents } from "@coffer/client";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { Loading } from "../ui/Loading.tsx";
import { sentenceOf } from "../ui/sentence.ts";
import { useContents } from "./queries.ts";

interface Props {
  /** What the list is of: "Error loading passwords: …". */
  readonly what: string;
  /** The reason given when the error has no words of its own. */
  readonly fallback: string;
  readonly children: (contents: Contents) => ReactNode;
}

export function ContentsGate({ what, fallback, children }: Props) {
  const { data, isError, error, refetch, isFetching } = useContents();
  if (data) return children(data);
  if (!isError) return <Loading label={`Loading ${what}`} />;
  return (
    <ErrorNote
      action={
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {`Error loading ${what}: ${sentenceOf(error, fallback)}`}
    </ErrorNote>
  );
}

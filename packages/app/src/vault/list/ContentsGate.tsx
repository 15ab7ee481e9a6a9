/** Shows a page's list once the vault is open; until then its skeleton, and if it does not open the reason and a way to try again. */
import type { Contents } from "@coffer/client";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { messageOf } from "../../ui/error-message.ts";
import { Loading } from "../../ui/Loading.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { useContents } from "../queries.ts";

interface Props {
  /** What the list is of: "Error loading passwords: …". */
  readonly what: string;
  /** The reason given when the error has no words of its own. */
  readonly fallback: string;
  /** Heading until the contents are there, for pages whose own depends on them. */
  readonly title?: string;
  /** In the shape of the list; rows where it says nothing. */
  readonly waiting?: ReactNode;
  /** What is shown until the contents are there (use-list-beginning.ts). */
  readonly beginning?: Contents | undefined;
  readonly children: (contents: Contents, isBeginning: boolean) => ReactNode;
}

export function ContentsGate({ what, fallback, title, waiting = <Loading label={`Loading ${what}`} />, beginning, children }: Props) {
  const contents = useContents();
  if (contents.data) return children(contents.data, false);
  if (beginning && !contents.isError) return children(beginning, true);
  return (
    <>
      {title && <PageTitle>{title}</PageTitle>}
      {contents.isError ? <LoadError what={what} fallback={fallback} contents={contents} /> : waiting}
    </>
  );
}

type LoadErrorProps = Pick<Props, "what" | "fallback"> & { readonly contents: ReturnType<typeof useContents> };

function LoadError({ what, fallback, contents: { error, refetch, isFetching } }: LoadErrorProps) {
  return (
    <ErrorNote
      action={
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {`Error loading ${what}: ${messageOf(error, fallback)}`}
    </ErrorNote>
  );
}

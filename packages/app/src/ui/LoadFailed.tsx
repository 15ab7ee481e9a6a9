/** In the place of what could not be loaded: that, why, and the way to try again. */
import { Button } from "@mantine/core";
import { ErrorNote } from "./ErrorNote.tsx";
import { messageOf } from "./message.ts";

interface Query {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** @param children - the sentence of the place; said before the cause, where that is known. */
export function LoadFailed({ query, children }: { query: Query; children: string }) {
  return (
    <ErrorNote
      action={
        <Button size="compact-sm" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {messageOf(query.error, children)}
    </ErrorNote>
  );
}

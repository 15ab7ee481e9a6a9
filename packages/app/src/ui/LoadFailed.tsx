/** In the place of what could not be loaded: that, why, and the way to try again. */
import { isRefusal } from "@coffer/contract/errors";
import { Button } from "@mantine/core";
import { ErrorNote } from "./ErrorNote.tsx";
import { messageOf } from "./error-message.ts";

interface Query {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** A fault of the server has the words of its service; those of the place are nearer (decision S-15). */
const causeOf = (error: unknown): unknown => (isRefusal(error, "unexpected") ? null : error);

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
      {messageOf(causeOf(query.error), children)}
    </ErrorNote>
  );
}

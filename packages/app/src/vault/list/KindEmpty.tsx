/** What a list of one kind says while it is empty, in the words of the table. */
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { Button } from "@mantine/core";
import { Link } from "react-router";
import { CofferPicture } from "../../ui/CofferPicture.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

interface Props {
  readonly kind: KindName;
  readonly onAdd?: () => void;
  /** It is below something that has the picture and the way to the import. */
  readonly isQuiet?: boolean;
}

export function KindEmpty({ kind, onAdd, isQuiet = false }: Props) {
  const { words } = kindOf(kind);
  return (
    <EmptyState
      {...(isQuiet ? {} : { picture: <CofferPicture state="ajar" /> })}
      title={words.empty}
      text={words.emptyHint}
      action={onAdd && <Button onClick={onAdd}>{words.create}</Button>}
      secondary={
        !isQuiet && (
          <Button variant="default" component={Link} to="/import">
            Import File
          </Button>
        )
      }
    />
  );
}

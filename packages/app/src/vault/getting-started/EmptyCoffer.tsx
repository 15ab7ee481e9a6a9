/** What an empty coffer says: bring what the browser knows, or begin otherwise. */
import { SOURCE_IDS, sourceOf } from "@coffer/core/transfer/sources";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router";
import { useCommands } from "../../frame/commands.ts";
import { CofferPicture } from "../../ui/CofferPicture.tsx";
import { toast } from "../../ui/toast.ts";
import { useMakeExample } from "../queries.ts";
import styles from "./EmptyCoffer.module.css";

/** The four that most people have; all others are a link away. */
const BROWSERS = SOURCE_IDS.filter((id) => sourceOf(id).group === "browser").slice(0, 4);

export function EmptyCoffer() {
  const { add } = useCommands();
  const navigate = useNavigate();
  const { mutateAsync: make, isPending } = useMakeExample();
  const showExample = async () => {
    try {
      const { vaultId } = await make(null);
      void navigate(`/vaults/${vaultId}`);
    } catch (error) {
      toast.failed(error, "Could not make the example vault");
    }
  };
  return (
    <section className={styles.fill} aria-labelledby="fill-title">
      <CofferPicture state="open" />
      <h2 id="fill-title" className={styles.title}>
        Let’s fill your coffer
      </h2>
      <p className={styles.text}>Most people start with what their browser already knows. It takes about a minute and can be undone.</p>
      <ul className={styles.tiles}>
        {BROWSERS.map((id) => (
          <li key={id}>
            <Link className={styles.tile} to={`/import?source=${id}`}>
              <IconDownload size={20} stroke={1.6} aria-hidden />
              {sourceOf(id).name}
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.others}>
        <Button variant="subtle" color="gray" component={Link} to="/import">
          Another password manager
        </Button>
        <Button variant="subtle" color="gray" onClick={() => add("password")}>
          Add one by hand
        </Button>
        <Button variant="subtle" color="gray" disabled={isPending} onClick={() => void showExample()}>
          Show me an example vault
        </Button>
      </div>
    </section>
  );
}

/** Where one is among the vaults: Vaults / vault / type. The last step is the page itself. */
import { Link } from "react-router";
import styles from "./Breadcrumb.module.css";

export interface Crumb {
  readonly label: string;
  /** Absent on the last one. */
  readonly to?: string;
}

export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        {crumbs.map(({ label, to }) => (
          <li key={to ?? label}>
            {to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}
            {to && <i aria-hidden>/</i>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

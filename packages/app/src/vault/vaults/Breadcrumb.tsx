/** Where one is among the vaults: Vaults / vault / type. The last step is the page itself. */
import { Link } from "react-router";

export interface Crumb {
  readonly label: string;
  /** Absent on the last one. */
  readonly to?: string;
}

export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
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

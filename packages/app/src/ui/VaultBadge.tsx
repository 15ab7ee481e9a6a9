/** The vault an item lies in: its colour as a dot, its name beside it. */
import "./vault-badge.css";

/** @param color - `#RRGGBB`. */
export function VaultBadge({ name, color }: { name: string; color: string }) {
  return (
    <span className="vault-badge" title={name}>
      <span className="vault-badge-dot" style={{ backgroundColor: color }} aria-hidden />
      <span className="vault-badge-name">{name}</span>
    </span>
  );
}

/** The shape of what will be there, so that nothing jumps when it comes: lines of a list, or tiles. */
import styles from "./Loading.module.css";

interface Props {
  readonly rows?: number;
  readonly label?: string;
  readonly rowHeight?: number;
  /** Tiles at least this wide share each line. Lengths are CSS pixels. */
  readonly tile?: { readonly minWidth: number; readonly height: number; readonly gap: number };
}

export function Loading({ rows = 6, label = "Loading", rowHeight, tile }: Props) {
  const columns = tile && {
    gap: tile.gap,
    gridTemplateColumns: `repeat(auto-fill, minmax(min(${tile.minWidth}px, 100%), 1fr))`,
    gridAutoRows: tile.height,
  };
  return (
    <div
      className={styles.loading}
      data-skeleton
      data-tiles={tile !== undefined || undefined}
      style={columns}
      role="status"
      aria-label={label}
    >
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={styles.row} style={rowHeight === undefined ? undefined : { height: rowHeight }} aria-hidden>
          <span className={styles.tile} />
          <span className={styles.lines}>
            <span className={styles.line} />
            <span className={styles.line} data-short />
          </span>
        </div>
      ))}
    </div>
  );
}

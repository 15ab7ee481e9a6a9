/** Rows where content will be, so that nothing jumps when it comes. */
import "./loading.css";

export function Loading({ rows = 6, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div className="loading" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="loading-row" aria-hidden>
          <span className="loading-tile" />
          <span className="loading-lines">
            <span className="loading-line" />
            <span className="loading-line loading-line-short" />
          </span>
        </div>
      ))}
    </div>
  );
}

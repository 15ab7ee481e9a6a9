/** What stands in a page's place while its code or the session is loaded: nothing at first, then a quiet sign. */
import "./waiting.css";

export function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="waiting-dot" aria-hidden />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}

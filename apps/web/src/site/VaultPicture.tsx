/** A drawing of the vault beside the hero: what its owner sees, and the ciphertext that the server keeps of it. */
import "./vault-picture.css";

const ROWS = [
  { letter: "G", name: "GitHub", user: "ada@example.com", sealed: "c1:8fQx…r2Wk" },
  { letter: "M", name: "Mail", user: "ada.l", sealed: "c1:Zt0p…9aLe" },
  { letter: "L", name: "Library card", user: "20417", sealed: "c1:u7Gh…XeB1" },
] as const;

export function VaultPicture() {
  return (
    <div className="picture" aria-hidden="true">
      <div className="picture-pane">
        <div className="picture-caption">What you see</div>
        {ROWS.map(({ letter, name, user }) => (
          <div key={name} className="picture-row">
            <span className="picture-tile">{letter}</span>
            <span className="picture-text">
              <strong>{name}</strong>
              <span>{user}</span>
            </span>
            <span className="picture-bullets">••••••••</span>
          </div>
        ))}
      </div>
      <div className="picture-pane picture-pane-sealed">
        <div className="picture-caption">What the server keeps</div>
        {ROWS.map(({ name, sealed }) => (
          <div key={name} className="picture-cipher">
            {sealed}
          </div>
        ))}
      </div>
    </div>
  );
}

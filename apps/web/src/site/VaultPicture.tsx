/** A drawing of the vault beside the hero: what its owner sees, and the ciphertext that the server keeps of it. */
import styles from "./VaultPicture.module.css";

const ROWS = [
  { letter: "G", name: "GitHub", user: "ada@example.com", sealed: "c1:8fQx…r2Wk" },
  { letter: "M", name: "Mail", user: "ada.l", sealed: "c1:Zt0p…9aLe" },
  { letter: "L", name: "Library card", user: "20417", sealed: "c1:u7Gh…XeB1" },
] as const;

export function VaultPicture() {
  return (
    <div className={styles.picture} aria-hidden="true">
      <div className={styles.pane}>
        <div className={styles.caption}>What you see</div>
        {ROWS.map(({ letter, name, user }) => (
          <div key={name} className={styles.row}>
            <span className={styles.tile}>{letter}</span>
            <span className={styles.text}>
              <strong>{name}</strong>
              <span>{user}</span>
            </span>
            <span className={styles.bullets}>••••••••</span>
          </div>
        ))}
      </div>
      <div className={styles.pane} data-sealed>
        <div className={styles.caption}>What the server keeps</div>
        {ROWS.map(({ name, sealed }) => (
          <div key={name} className={styles.cipher}>
            {sealed}
          </div>
        ))}
      </div>
    </div>
  );
}

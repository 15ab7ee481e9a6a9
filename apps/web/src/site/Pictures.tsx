/** The product as it looks, in the theme one has chosen; made from the running product by tools/pictures.mjs. The other theme's pictures are never loaded. */

import styles from "./Pictures.module.css";
import healthDark from "./pictures/health-dark.jpg";
import healthLight from "./pictures/health-light.jpg";
import itemsDark from "./pictures/items-dark.jpg";
import itemsLight from "./pictures/items-light.jpg";

const SHOWN = [
  { light: itemsLight, dark: itemsDark, caption: "All items as cards, with what is wrong with some of them" },
  { light: healthLight, dark: healthDark, caption: "Health: a score, what was found, and the button that fixes it" },
] as const;

export function Pictures() {
  return (
    <section className={styles.pictures} aria-label="How it looks">
      {SHOWN.map(({ caption, ...themes }) => (
        <figure key={caption} className={styles.figure}>
          {(["light", "dark"] as const).map((theme) => (
            <img
              key={theme}
              data-theme={theme}
              src={themes[theme]}
              alt={caption}
              width={1280}
              height={800}
              loading="lazy"
              decoding="async"
            />
          ))}
          <figcaption>{caption}</figcaption>
        </figure>
      ))}
    </section>
  );
}

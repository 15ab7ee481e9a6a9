/** The product as it looks, the everyday screen first and in full width, in the theme one has chosen; made from the running product by tools/pictures.mjs. The other theme's pictures are never loaded. */

import styles from "./Pictures.module.css";
import healthDark from "./pictures/health-dark.jpg";
import healthLight from "./pictures/health-light.jpg";
import itemDark from "./pictures/item-dark.jpg";
import itemLight from "./pictures/item-light.jpg";
import itemsDark from "./pictures/items-dark.jpg";
import itemsLight from "./pictures/items-light.jpg";

const SHOWN = [
  { light: itemsLight, dark: itemsDark, caption: "Everything in one list, with what is wrong with some of it" },
  { light: itemLight, dark: itemDark, caption: "An item is next to the list, ready to be copied" },
  { light: healthLight, dark: healthDark, caption: "Health: a score, what to do first, and the button that does it" },
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

/** What the product does, each claim with its reason. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { Link } from "react-router";
import { CLAIMS } from "./claims.tsx";
import styles from "./FeaturesPage.module.css";

export function FeaturesPage() {
  return (
    <div className={styles.page}>
      <title>{`Features · ${PRODUCT_NAME}`}</title>
      <h1>Features</h1>
      <p className={styles.lead}>
        {PRODUCT_NAME} keeps what you would not write on a postcard. Here is what it does, and what each claim rests on. What it promises,
        and what no one can: <Link to="/security">security</Link>.
      </p>
      <div className={styles.list}>
        {CLAIMS.map(({ icon: Icon, title, long }) => (
          <article key={title} className={styles.feature}>
            <Icon size={20} aria-hidden />
            <h2>{title}</h2>
            <p>{long}</p>
          </article>
        ))}
      </div>
    </div>
  );
}

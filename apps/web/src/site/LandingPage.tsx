/** The first page: what this is, and the way in. */
import { PRODUCT_NAME } from "@coffer/core/product";
import { CLAIMS } from "./claims.tsx";
import styles from "./LandingPage.module.css";
import { SiteButton } from "./SiteButton.tsx";
import { VaultPicture } from "./VaultPicture.tsx";

export function LandingPage() {
  return (
    <>
      <title>{`${PRODUCT_NAME} · Your Passwords Safe and Secure Forever`}</title>
      <section className={styles.hero}>
        <div>
          <h1>Your Passwords Safe and Secure Forever</h1>
          <p className={styles.lead}>
            Logins, notes, cards and accounts in one place that only you can open. They are sealed on your device; the server never sees a
            word of them.
          </p>
          <div className={styles.actions}>
            <SiteButton primary to="/register">
              Get Started Free
            </SiteButton>
            <SiteButton to="/features">Learn More</SiteButton>
          </div>
          <p className={styles.terms}>By invitation. One-time purchase.</p>
        </div>
        <VaultPicture />
      </section>
      <section className={styles.claims} aria-label="What it does">
        {CLAIMS.map(({ icon: Icon, title, short }) => (
          <article key={title} className={styles.claim}>
            <Icon size={22} aria-hidden />
            <h2>{title}</h2>
            <p>{short}</p>
          </article>
        ))}
      </section>
    </>
  );
}

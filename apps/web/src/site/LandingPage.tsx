/** The first page: what this is, why one can believe it, and the way in. */
import { CofferPicture } from "@coffer/app/ui/CofferPicture.tsx";
import { PRODUCT_NAME } from "@coffer/core/constants";
import { Link } from "react-router";
import { CLAIMS } from "./claims.tsx";
import styles from "./LandingPage.module.css";
import { LiveSeal } from "./LiveSeal.tsx";
import { QUESTIONS, REASONS, STEPS } from "./landing-texts.ts";
import { Pictures } from "./Pictures.tsx";
import { SiteButton } from "./SiteButton.tsx";

export function LandingPage() {
  return (
    <div className={styles.page}>
      <title>{`${PRODUCT_NAME} · Your Passwords Safe and Secure Forever`}</title>
      <Hero />
      <ul className={styles.reasons}>
        {REASONS.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <LiveSeal />
      <Pictures />
      <section className={styles.part} aria-labelledby="steps-title">
        <h2 id="steps-title">How it works</h2>
        <ol className={styles.steps}>
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.part} aria-labelledby="claims-title">
        <h2 id="claims-title">What it does</h2>
        <div className={styles.claims}>
          {CLAIMS.map(({ icon: Icon, title, short }) => (
            <article key={title} className={styles.claim}>
              <Icon size={20} aria-hidden />
              <h3>{title}</h3>
              <p>{short}</p>
            </article>
          ))}
        </div>
      </section>
      <Questions />
    </div>
  );
}

function Hero() {
  return (
    <section className={styles.hero}>
      <div>
        <h1>Your Passwords Safe and Secure Forever</h1>
        <p className={styles.lead}>
          Logins, notes, cards and accounts in one place that only you can open. They are encrypted on your device; the server never sees a
          word of them.
        </p>
        <p className={styles.terms}>By invitation. One-time purchase.</p>
        <div className={styles.actions}>
          <SiteButton primary to="/register">
            Get Started Free
          </SiteButton>
          <SiteButton to="/features">Learn More</SiteButton>
        </div>
      </div>
      <div className={styles.picture}>
        <CofferPicture state="open" size="full" />
      </div>
    </section>
  );
}

function Questions() {
  return (
    <section className={styles.part} aria-labelledby="questions-title">
      <h2 id="questions-title">Questions</h2>
      <div className={styles.questions}>
        {QUESTIONS.map(({ title, text }) => (
          <details key={title} className={styles.question}>
            <summary>{title}</summary>
            <p>{text}</p>
          </details>
        ))}
      </div>
      <p className={styles.more}>
        What we promise, and what no one can: <Link to="/security">security</Link>. What we keep and what we cannot see, in full:{" "}
        <Link to="/privacy-policy">privacy policy</Link>.
      </p>
    </section>
  );
}

/** The first page: what this is, and the way in. */
import { PRODUCT_NAME } from "@coffer/core/product";
import { Link } from "react-router";
import { CLAIMS } from "./claims.tsx";
import { VaultPicture } from "./VaultPicture.tsx";
import "./site.css";

export function LandingPage() {
  return (
    <>
      <title>{`${PRODUCT_NAME} · Your Passwords Safe and Secure Forever`}</title>
      <section className="hero">
        <div className="hero-words">
          <h1>Your Passwords Safe and Secure Forever</h1>
          <p className="hero-lead">
            Logins, notes, cards and accounts in one place that only you can open. They are sealed on your device; the server never sees a
            word of them.
          </p>
          <div className="hero-actions">
            <Link className="site-button site-button-primary" to="/register">
              Get Started Free
            </Link>
            <Link className="site-button" to="/features">
              Learn More
            </Link>
          </div>
          <p className="hero-terms">By invitation. One-time purchase.</p>
        </div>
        <VaultPicture />
      </section>
      <section className="claims" aria-label="What it does">
        {CLAIMS.map(({ icon: Icon, title, short }) => (
          <article key={title} className="claim">
            <Icon size={22} aria-hidden />
            <h2>{title}</h2>
            <p>{short}</p>
          </article>
        ))}
      </section>
    </>
  );
}

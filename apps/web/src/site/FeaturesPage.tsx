/** What the product does, each claim with what stands behind it. */
import { PRODUCT_NAME } from "@coffer/core/product";
import { CLAIMS } from "./claims.tsx";
import "./site.css";

export function FeaturesPage() {
  return (
    <div className="features">
      <title>{`Features · ${PRODUCT_NAME}`}</title>
      <h1>Features</h1>
      <p className="features-lead">
        {PRODUCT_NAME} keeps what you would not write on a postcard. Here is what it does, and what each claim rests on.
      </p>
      <div className="features-list">
        {CLAIMS.map(({ icon: Icon, title, long }) => (
          <article key={title} className="feature">
            <Icon size={24} aria-hidden />
            <h2>{title}</h2>
            <p>{long}</p>
          </article>
        ))}
      </div>
    </div>
  );
}

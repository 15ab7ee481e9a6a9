/** The privacy policy. Every sentence is true of the code; change both together. */
import { DELETED_KEPT_DAYS, PRODUCT_NAME } from "@coffer/core/product";
import { Prose } from "./Prose.tsx";

export function PrivacyPage() {
  return (
    <Prose title="Privacy Policy" date="April 2025">
      <h2>What we cannot see</h2>
      <p>
        Everything you keep in {PRODUCT_NAME} is encrypted with AES-256 on your device before it is sent. That includes titles, user names,
        web addresses, notes and the names of your vaults. The keys are derived from your master password, which never leaves your device.
        We cannot read what you store, and we cannot hand it to anybody in a readable form.
      </p>
      <h2>What we keep</h2>
      <p>
        Your e-mail address, the encrypted content and its sizes and dates, the team and role you were invited into, and the times of your
        sign-ins. If you give a master password hint, it is kept readable for the server so that it can be mailed to you; do not put your
        password in it.
      </p>
      <h2>What stays on your device</h2>
      <p>
        While you are signed in, your browser keeps the keys of your vault, wrapped by a key it does not give out, and an encrypted copy of
        your items. Signing out removes them. What stays are checksums by which this device notices a server that shows an older state,
        forms you did not finish, sealed under your key, your choice of theme, and your e-mail address if you ask us to remember it.
      </p>
      <h2>What we do not do</h2>
      <p>
        There are no advertisements, no trackers and no scripts of third parties on these pages. Icons of web sites are never fetched
        through our server, so that it does not learn which sites you use.
      </p>
      <h2>Deletion</h2>
      <p>
        Requests to delete your account and its data are processed within 7 business days. Items you delete yourself are kept encrypted for
        {DELETED_KEPT_DAYS} days, then removed for good.
      </p>
    </Prose>
  );
}

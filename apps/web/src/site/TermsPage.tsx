/** The terms of service. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { Prose } from "./Prose.tsx";

export function TermsPage() {
  return (
    <Prose title="Terms of Service" date="April 2025">
      <h2>Access</h2>
      <p>{PRODUCT_NAME} is open by invitation. An invitation is for one person and may lapse before it is used.</p>
      <h2>Payment</h2>
      <p>
        {PRODUCT_NAME} is a one-time purchase, paid through a card payment provider. There is no subscription and no free tier. Card data
        goes to the provider and is not stored by us.
      </p>
      <h2>Your master password</h2>
      <p>
        Your data is encrypted with AES-256 under keys that only you can derive. If you lose both your master password and your recovery
        key, no one, including us, can restore what you stored. Keep the recovery key apart from your devices.
      </p>
      <h2>Your responsibilities</h2>
      <p>
        You are responsible for what you store, for keeping your master password to yourself, and for the devices you sign in on. Do not use
        the service to attack it or other people.
      </p>
      <h2>Ending</h2>
      <p>You may stop using {PRODUCT_NAME} at any time. Requests to delete your account are processed within 7 business days.</p>
    </Prose>
  );
}

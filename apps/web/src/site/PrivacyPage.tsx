/** The privacy policy. Every sentence is true of the code; change both together. */
import { DELETED_KEPT_DAYS, PRODUCT_NAME } from "@coffer/core/constants";
import { Prose } from "./Prose.tsx";

export function PrivacyPage() {
  return (
    <Prose title="Privacy Policy" date="April 2025">
      <h2>What we cannot see</h2>
      <p>
        Everything you keep in {PRODUCT_NAME} is encrypted with AES-256 on your device before it is sent. That includes titles, usernames,
        web addresses, notes and the names of your vaults. The keys are derived from your master password, which never leaves your device.
        We cannot read what you store, and we cannot hand it to anyone in a readable form.
      </p>
      <h2>What we keep</h2>
      <p>
        Your email address, the language of your emails, the team and role you were invited into, your public keys, the devices that are
        signed in or have signed in before (browser and system, never an address), an activity log of what happened to your account with its
        times and devices, for a year, and counts of what was refused. If you give a master password hint, it is kept readable for the
        server so that it can be mailed to you; do not put your password in it. The secret of a second factor and emails on their way, for
        30 days, are readable for the server too. Of a passkey that opens your vault we keep its public key, the device that added it and
        when it last signed you in; not its name. Network addresses are used to limit attempts; they are kept as checksums for a day at
        most.
      </p>
      <h2>What we can see of your items</h2>
      <p>
        Not what is in them, but, because lists and synchronization need it: how many there are, of which of the five kinds, their sizes
        (rounded up), which of your vaults each is in, which are favorites or sign in by themselves, the colors and icons of vaults, how
        often each was saved, and when each was made, changed, last used and deleted. Earlier versions of an item stay, encrypted like it,
        for a year and at least the last 50, and go with it when it is deleted for good.
      </p>
      <p>
        Of what is shared: which item or vault goes to which account or team, with what rights and until when. Not what it is called, and
        not what is in it. Of teams: their names, members and roles, and who invited whom.
      </p>
      <h2>What stays on your device</h2>
      <p>
        While you are signed in, your browser keeps the keys of your vault, encrypted under a key it does not give out, and an encrypted
        copy of your items. Signing out removes them. What stays are checksums by which this device notices a server that shows an older
        state, a random number by which the server knows this device again when you sign in, forms you did not finish and changes that the
        server does not have yet, encrypted under your key, your choice of theme and language, and your email address if you ask us to
        remember it.
      </p>
      <h2>What we do not do</h2>
      <p>
        There are no advertisements, no trackers and no third-party scripts on these pages. No picture is ever loaded from a website that
        you keep, so that neither we nor the site learn which ones you use.
      </p>
      <p>
        No one is asked about your passwords, unless the person who runs this server offers a list of leaked ones and you press its button
        in Health. Then five characters of a fingerprint of each go to the address named there, together with your network address and that
        of this server; never to us.
      </p>
      <h2>Deletion</h2>
      <p>
        Requests to delete your account and its data are processed within 7 business days. Items you delete yourself are kept encrypted for{" "}
        {DELETED_KEPT_DAYS} days, then removed for good.
      </p>
    </Prose>
  );
}

/** What is promised, and what cannot be prevented, in plain words. Every sentence is true of the code; change both together (docs/security.md says it exactly). */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { Prose } from "./Prose.tsx";

export function SecurityPage() {
  return (
    <Prose title="Security">
      <h2>The promise</h2>
      <p>
        We build {PRODUCT_NAME} as if its own server were the attacker. Whatever the server answers, at any time and in any order, it must
        not learn your master password, a key or anything you keep: titles, web addresses and the names of your vaults are content, too. And
        it must not be able to change, swap, drop, repeat or slip in anything without your device noticing and saying so.
      </p>
      <h2>How it is kept</h2>
      <ul>
        <li>Your keys are derived on your device, by a function that costs 64 MiB of memory for each guess. The password is never sent.</li>
        <li>
          Each field is encrypted with AES-256-GCM and bound to its item, its name and the save it belongs to, so no two can be swapped.
        </li>
        <li>
          Every change comes with a signed table of contents. A server that shows an older state, leaves something out or tells two devices
          two stories is found out.
        </li>
        <li>
          On your device the keys are in two halves; the server holds one of them and deletes it when you lock or sign out. A copied disk
          then opens nothing.
        </li>
        <li>
          A passkey that opens your vault gives your device a secret that never leaves it. The server keeps a copy of your key that only
          this secret opens, and your master password and recovery key open the vault with every passkey gone.
        </li>
        <li>Your device never takes the server's word for how to encrypt: functions, their costs and formats are fixed in the program.</li>
      </ul>
      <h2>What no one can prevent</h2>
      <ul>
        <li>
          <strong>A weak master password can be guessed.</strong> Anyone who runs the server, or steals its database, can try passwords at
          the full cost of each guess. A long one, or six random words, is out of reach.
        </li>
        <li>
          <strong>A new device has no memory.</strong> One that has never synchronized cannot tell that a server shows it an older, complete
          state. Your other devices can.
        </li>
        <li>
          <strong>A server can refuse to work.</strong> It cannot read what you have, but it can be switched off. What this device has seen
          stays readable without it, and an export is yours at any time.
        </li>
        <li>
          <strong>This web app comes from that same server.</strong> A server that is taken over could send you another program. The browser
          extension carries the whole app in its own package and does not depend on it.
        </li>
        <li>
          <strong>A passkey is as safe as where it is stored.</strong> A synced one is in your account with Apple, Google or your password
          manager: anyone who takes that over opens the vault. And another browser extension that may read this web app can ask for the same
          passkey; browsers give it the same secret once you touch.
        </li>
      </ul>
      <h2>Found something?</h2>
      <p>
        Please write to the address in <a href="/.well-known/security.txt">security.txt</a>.
      </p>
    </Prose>
  );
}

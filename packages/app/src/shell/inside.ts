/** What a session needs whatever page is shown, in one load (App.tsx). */
export { LockScreen } from "../account/lock/LockScreen.tsx";
export { AskingStanding } from "./AskingStanding.tsx";
export { OpenSession } from "./OpenSession.tsx";
export { SignedInShell } from "./SignedInShell.tsx";

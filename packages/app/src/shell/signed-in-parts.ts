/** What a session needs on any page, in one load (App.tsx). */
export { LockScreen } from "../account/lock/LockScreen.tsx";
export { PermissionRecheck } from "./PermissionRecheck.tsx";
export { SessionServices } from "./SessionServices.tsx";
export { SignedInShell } from "./SignedInShell.tsx";

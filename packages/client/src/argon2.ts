/** The slow part of every key derivation, for the thread that a page has compute it. */
export { type Argon2Input, argon2Here } from "@coffer/crypto/argon2";

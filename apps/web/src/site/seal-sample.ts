/** Seals a few words as the vault does, with a key that lasts as long as the page: what the landing page shows of it is real. */

/** Lengths say little: what is sealed is filled up to a multiple of this, as a field of the vault is. */
const BLOCK_BYTES = 32;
const NONCE_BYTES = 12;

export interface Sealer {
  /** @returns nonce and ciphertext of AES-256-GCM in base64; another text each time. */
  seal(words: readonly string[]): Promise<string>;
}

/** @returns null where the browser seals nothing: a page that came without https. */
export async function newSealer(): Promise<Sealer | null> {
  const { subtle } = globalThis.crypto;
  if (subtle === undefined) return null;
  const key = await subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt"]);
  return {
    async seal(words) {
      const plain = new TextEncoder().encode(JSON.stringify(words));
      const padded = new Uint8Array(Math.ceil((plain.length + 1) / BLOCK_BYTES) * BLOCK_BYTES);
      padded.set(plain);
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = new Uint8Array(await subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, padded));
      return btoa(String.fromCharCode(...nonce, ...sealed));
    },
  };
}

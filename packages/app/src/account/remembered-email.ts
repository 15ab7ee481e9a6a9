/** The email address kept on this device by "Remember me": it fills the form next time and does nothing else (decision S-14). */

const SLOT = "rememberedEmail";

export const rememberedEmail = {
  find(): string | null {
    return localStorage.getItem(SLOT);
  },
  keep(email: string): void {
    localStorage.setItem(SLOT, email.trim());
  },
  forget(): void {
    localStorage.removeItem(SLOT);
  },
};

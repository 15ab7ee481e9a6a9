/** The line with the password that a form for a new one would get. */
import { GENERATED } from "./offers.ts";
import type { MenuRow } from "./said.ts";

export const generatedRow = (generated: string): MenuRow => ({
  id: GENERATED,
  title: "Use a strong password",
  detail: generated,
  isSecret: true,
});

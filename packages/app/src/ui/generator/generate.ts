/** The generator with the platform's randomness. */
import { DEFAULT_GENERATOR, type GeneratorOptions, generatePassword } from "@coffer/core/passwords/generator";
import { deviceSettings } from "../../frame/device-settings.ts";
import { randomBytes } from "./random.ts";

/** @returns an empty text when no set of characters is chosen. */
export const generate = (options: GeneratorOptions): string => generatePassword(options, randomBytes);

/** A password by the specification's defaults: 16 characters of all four sets. */
export const generateStrongPassword = (): string => generate(DEFAULT_GENERATOR);

/** What passwords are made of on this device, as its settings say. Nothing can be made of no characters: then all of them are used. */
export function usualOptions(): GeneratorOptions {
  const { passwordLength: length, ...sets } = deviceSettings.current();
  const chosen = {
    lowercase: sets.passwordLowercase === "on",
    uppercase: sets.passwordUppercase === "on",
    numbers: sets.passwordNumbers === "on",
    symbols: sets.passwordSymbols === "on",
  };
  return Object.values(chosen).includes(true) ? { length, ...chosen } : { ...DEFAULT_GENERATOR, length };
}

/** A password for an item, made as this device's settings say. */
export const generateUsualPassword = (): string => generate(usualOptions());

/** The generator with the platform's randomness. */
import { DEFAULT_GENERATOR, type GeneratorOptions, generatePassword } from "@coffer/core/passwords/generator";
import { randomBytes } from "./random.ts";

/** @returns an empty text when no set of characters is chosen. */
export const generate = (options: GeneratorOptions): string => generatePassword(options, randomBytes);

/** A password by the specification's defaults: 16 characters of all four sets. */
export const generateStrongPassword = (): string => generate(DEFAULT_GENERATOR);

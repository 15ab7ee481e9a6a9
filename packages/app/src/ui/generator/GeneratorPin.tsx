/** Random PINs. */
import { generatePin, PIN_LENGTH } from "@coffer/core/passwords/generator";
import { GeneratorFrame } from "./GeneratorFrame.tsx";
import { GeneratorRange } from "./GeneratorRange.tsx";
import type { GeneratorTabProps } from "./generator-tab.ts";
import { randomBytes } from "./random.ts";
import { useGenerated } from "./use-generated.ts";

const BITS_PER_DIGIT = Math.log2(10);

export function GeneratorPin(actions: GeneratorTabProps) {
  const { options, value, change, again } = useGenerated({ length: PIN_LENGTH.fallback as number }, (wanted) =>
    generatePin(wanted, randomBytes),
  );
  return (
    <GeneratorFrame one="PIN" value={value} none="" bits={options.length * BITS_PER_DIGIT} onAgain={again} {...actions}>
      <GeneratorRange label="Digits" bounds={PIN_LENGTH} value={options.length} onChange={(length) => change({ length })} />
    </GeneratorFrame>
  );
}

/** A password's strength in lists: the specified label, a colour and a row of bars, so that colour is never the only sign. */
const STEPS = ["Very Weak", "Weak", "Fair", "Strong", "Very Strong"];

export function StrengthLabel({ strength }: { strength: string }) {
  const step = STEPS.indexOf(strength);
  if (step < 0) return null;
  return (
    <span className="strength-tag" data-step={step + 1}>
      <span className="strength-bars" aria-hidden>
        {STEPS.map((label, index) => (
          <i key={label} data-on={index <= step || undefined} />
        ))}
      </span>
      {strength}
    </span>
  );
}

/** The one picture of the product: a chest, in the state that fits what the page says. Decoration only; screen readers read the words next to it. */
import type { ReactNode } from "react";
import styles from "./CofferPicture.module.css";

/** `closed`: locked. `ajar`: empty, waiting. `open`: begun, or done. `key`: with what opens it. `crack`: someone tampered with it. `dusty`: nothing here for long. */
type CofferState = "closed" | "ajar" | "open" | "key" | "crack" | "dusty";

/** Drawn over the chest in some states. */
const OVER: Readonly<Partial<Record<CofferState, () => ReactNode>>> = { key: Key, crack: Crack, dusty: Dust };

/** @param size - `full` fills the width it is given. */
export function CofferPicture({ state, size = "small" }: { state: CofferState; size?: "small" | "large" | "full" }) {
  const Over = OVER[state];
  return (
    <svg className={styles.coffer} data-state={state} data-size={size} viewBox="0 0 240 216" aria-hidden="true" focusable="false">
      <ellipse className={styles.shade} cx="120" cy="206" rx="106" ry="8" />
      <g className={styles.lid}>
        <path className={styles.top} d="M24 118 V94 C24 66 42 50 68 50 H172 C198 50 216 66 216 94 V118 Z" />
        <path className={styles.band} d="M62 49 V119 M178 49 V119" />
      </g>
      {state === "open" && <Sparks />}
      <path className={styles.body} d="M24 118 H216 V190 A14 14 0 0 1 202 204 H38 A14 14 0 0 1 24 190 Z" />
      <path className={styles.band} d="M62 118 V206 M178 118 V206" />
      <rect className={styles.plate} x="102" y="103" width="36" height="43" rx="9" />
      <circle className={styles.hole} cx="120" cy="121" r="6.5" />
      <path className={styles.slit} d="M120 122 V134" />
      {Over !== undefined && <Over />}
    </svg>
  );
}

function Sparks() {
  return <path className={styles.sparks} d="M54 108 C58 94 68 84 82 74 M120 98 V66 M174 108 C176 96 184 86 194 78" />;
}

function Key() {
  return (
    <g className={styles.key}>
      <path className={styles.keyLine} d="M196 166 V208 M196 194 H208 M196 204 H205" />
      <circle className={styles.keyLine} cx="196" cy="152" r="13" />
      <path className={styles.keyBrass} d="M196 166 V208 M196 194 H208 M196 204 H205" />
      <circle className={styles.keyBrass} cx="196" cy="152" r="13" />
    </g>
  );
}

function Crack() {
  return (
    <>
      <path
        className={styles.gap}
        d="M146 204 L156 184 L145 172 L161 154 L150 144 L166 118 L170 122 L158 145 L168 154 L154 172 L164 185 L155 204 Z"
      />
      <path className={styles.alarm} d="M214 28 L226 16 M204 22 L206 6 M220 40 L236 38" />
    </>
  );
}

function Dust() {
  return (
    <>
      <path
        className={styles.web}
        d="M214 116 L185 113 M214 116 L189 92 M214 116 L206 76 M196 114 Q198 106 200 102 Q207 101 210 96 M188 113 Q190 102 193 95 Q201 92 208 84"
      />
      <path className={styles.specks} d="M40 38 h.1 M70 26 h.1 M96 36 h.1 M150 22 h.1 M186 34 h.1 M118 14 h.1" />
    </>
  );
}

/** CONTROLS: how a field is entered, shown and cleaned. A field of KINDS names one of these; the form and the detail view read the rest here. */

export interface Control {
  /** The input that the form renders. */
  readonly input: "text" | "password" | "textarea" | "select" | "date" | "list";
  /** Shown as bullets until it is revealed. */
  readonly secret: boolean;
  /** Cleans the typed text at every keystroke. */
  readonly clean?: (typed: string) => string;
  readonly inputMode?: "text" | "numeric" | "email" | "tel" | "url";
  /** Rows of a text area. */
  readonly rows?: number;
  /** Can be opened as a website. */
  readonly launches?: true;
  /** Opened only for who asks for it by name, and not with the item; kept by every save that says nothing of it. */
  readonly onDemand?: true;
  /** Generated for a new item; the user can replace it. */
  readonly made?: true;
  /** Shown in the monospaced font. */
  readonly mono?: true;
}

const digitsOnly = (typed: string): string => typed.replace(/\D/g, "");

/** "1225" becomes "12/25": only digits, at most four, with a slash after two (specification 2 §5). */
export function formatExpiry(typed: string): string {
  const digits = digitsOnly(typed).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

export const CONTROLS = {
  text: { input: "text", secret: false },
  email: { input: "text", secret: false, inputMode: "email" },
  phone: { input: "text", secret: false, inputMode: "tel" },
  url: { input: "text", secret: false, inputMode: "url", launches: true },
  password: { input: "password", secret: true, mono: true, made: true },
  pin: { input: "password", secret: true, inputMode: "numeric", mono: true },
  number: { input: "text", secret: true, inputMode: "numeric", mono: true, clean: (typed) => typed.replace(/[^\d ]/g, "") },
  account: { input: "text", secret: true, mono: true },
  expiry: { input: "text", secret: false, inputMode: "numeric", clean: formatExpiry },
  date: { input: "date", secret: false },
  select: { input: "select", secret: false },
  notes: { input: "textarea", secret: false, rows: 4 },
  body: { input: "textarea", secret: false, rows: 12 },
  code: { input: "text", secret: true, mono: true },
  addresses: { input: "list", secret: false },
  custom: { input: "list", secret: false },
  tags: { input: "list", secret: false },
  history: { input: "list", secret: true },
  passkeys: { input: "list", secret: false },
  keys: { input: "list", secret: true, onDemand: true },
} as const satisfies Record<string, Control>;

export type ControlName = keyof typeof CONTROLS;

export const controlOf = (name: ControlName): Control => CONTROLS[name];

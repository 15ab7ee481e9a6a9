/** Which way people read the page: what is placed by a script, and arrow keys, follow it. Style sheets do so by themselves. */
export const isRightToLeft = (): boolean => document.documentElement.dir === "rtl";

const TURNED: Readonly<Record<string, string>> = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };

/** An arrow key by where it leads: "ArrowRight" is forward. */
export const inReadingOrder = (key: string): string => (isRightToLeft() ? (TURNED[key] ?? key) : key);

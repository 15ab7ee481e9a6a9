/** Hands the person a file made here. Nothing leaves the browser. */

/** @param type - media type, without a charset; the text is UTF-8. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has taken hold of the content by the next task; the address is not needed any more.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

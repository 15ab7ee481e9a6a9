/** Hands a text to the browser's downloads. */

export function downloadText(fileName: string, text: string, mediaType: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the content by then; revoking at once would cancel it in some.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

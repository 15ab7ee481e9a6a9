/** Renders markup in its own frame, without scripts. */

export async function renderPage(html: string): Promise<{ readonly document: Document; readonly remove: () => void }> {
  const frame = document.createElement("iframe");
  frame.style.cssText = "width:1200px;height:800px;border:0";
  frame.srcdoc = html;
  await new Promise((resolve) => {
    frame.onload = resolve;
    document.body.append(frame);
  });
  if (frame.contentDocument === null) throw new Error("the frame has no document");
  return { document: frame.contentDocument, remove: () => frame.remove() };
}

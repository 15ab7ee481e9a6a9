/** The window of the extension that this page is in: a browser closes the popup with a click elsewhere, and keeps a panel at the side of its pages open. */

export const isPopup = location.pathname === "/popup.html";
export const isPanel = location.pathname === "/panel.html";

/** After what leads elsewhere: the popup would be in the way, a panel is not. */
export function makeWay(): void {
  if (!isPanel) window.close();
}

/** Firefox's own name for it, which no type says. */
interface Sidebar {
  open(): Promise<void>;
}
const sidebar = (chrome as { sidebarAction?: Sidebar }).sidebarAction;

export const hasPanel: boolean = isPopup && (sidebar ?? chrome.sidePanel) !== undefined;

/** After a press alone: browsers open no panel otherwise. */
export async function openPanel(windowId: number): Promise<void> {
  await (sidebar ? sidebar.open() : chrome.sidePanel.open({ windowId }));
  window.close();
}

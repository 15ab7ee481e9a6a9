/** Opens the popup over a tab: drawn by the browser, where no page covers or moves anything. In a window of its own where the browser does not. */
import { SERVER } from "../storage-keys.ts";

const SIZE = { width: 416, height: 640 } as const;

export async function openPopup({ id, windowId }: chrome.tabs.Tab): Promise<void> {
  const url = chrome.runtime.getURL(`popup.html?tab=${id}`);
  await chrome.action.openPopup({ windowId }).catch(() => chrome.windows.create({ url, type: "popup", ...SIZE }));
}

const FILL = "fill";

/** "Fill with Coffer" in the browser's own menu at a field. */
export function watchContextMenu(): void {
  chrome.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
    if (menuItemId === FILL && tab !== undefined) void openPopup(tab);
  });
}

/** Once there is a server whose vault could be asked. */
export async function placeContextMenu(): Promise<void> {
  await chrome.contextMenus.removeAll();
  const { [SERVER]: server } = await chrome.storage.local.get(SERVER);
  if (typeof server !== "string") return;
  chrome.contextMenus.create({
    id: FILL,
    title: chrome.i18n.getMessage("fill"),
    contexts: ["editable"],
    documentUrlPatterns: ["http://*/*", "https://*/*"],
  });
}

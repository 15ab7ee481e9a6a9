/** Stand-in. */
export const SOURCES: Record<string, { name: string; group: string; supportedFormats: readonly string[]; icon: string }> = {
  chrome: { name: "Google Chrome", group: "browser", supportedFormats: ["csv"], icon: "chrome" },
};

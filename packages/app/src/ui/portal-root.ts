/** Where the UI library puts menus, lists and dialogs: a place with a name, as everything on a page has one. It would make one without. */
export function addPortalRoot(): void {
  const place = document.createElement("section");
  place.setAttribute("aria-label", "On top of the page");
  place.setAttribute("data-portal", "true");
  place.setAttribute("data-mantine-shared-portal-node", "true");
  document.body.append(place);
}

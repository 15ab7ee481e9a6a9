/** How a list was narrowed is one account's: another one that is signed in in the same tab begins with all of it. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { PLAIN_VIEW } from "./list-view.ts";
import { ListViewsProvider, useListView } from "./use-list-view.tsx";

const BOB = { ...ANN, user: { ...ANN.user, id: "99999999-9999-4999-8999-999999999999", email: "bob@example.com" } };

function View() {
  const [view, choose] = useListView();
  return (
    <button type="button" onClick={() => choose({ ...view, sort: "updated" })}>
      {view.sort}
    </button>
  );
}

const open = (session: typeof ANN) =>
  renderApp(
    <ListViewsProvider>
      <View />
    </ListViewsProvider>,
    { client: fakeClient({ session }), at: "/passwords" },
  );
const button = page.getByRole("button");

it("comes back to the account that chose it, and to no other", async () => {
  sessionStorage.clear();
  const first = await open(ANN);
  await button.click();
  await expect.element(button).toHaveTextContent("updated");
  await first.unmount();
  const other = await open(BOB);
  await expect.element(button).toHaveTextContent(PLAIN_VIEW.sort);
  await other.unmount();
  await open(ANN);
  await expect.element(button).toHaveTextContent("updated");
});

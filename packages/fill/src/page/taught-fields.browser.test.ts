/** A role the user assigned to a field overrides the recognized one, in that field only. */
import { afterEach, expect, it } from "vitest";
import { recognise } from "../recognise.ts";
import { renderPage } from "../testing/render-page.ts";
import { fill } from "../write/fill.ts";
import { controlsOf } from "./find-controls.ts";
import { fingerprintOf } from "./taught-fields.ts";

let clear = (): void => undefined;
afterEach(() => clear());

const ODD = `<form><input name="q7"><input name="q7"><input id="z" type="password"><button>Go</button></form>`;

async function drawn(html: string): Promise<Document> {
  const { document, remove } = await renderPage(html);
  clear = remove;
  return document;
}
const rolesIn = (document: Document, taught: NonNullable<Parameters<typeof recognise>[1]>["taught"] = []) =>
  recognise(document, { taught }).map(({ role }) => role);

it("recognizes the field after a reload, among others with the same name", async () => {
  const before = await drawn(ODD);
  const controls = controlsOf(before, false);
  const marks = controls.map((control) => fingerprintOf(control, controls));
  expect(marks.map(({ at }) => at)).toEqual([0, 1, 0]);
  clear();
  const after = await drawn(`<p>News</p>${ODD}`);
  const roles = rolesIn(after, [
    { mark: marks[1] as never, role: "username" },
    { mark: marks[2] as never, role: "none" },
  ]);
  expect(roles[1]).toBe("username");
  expect(roles[2]).toBe("none");
  expect(roles[0]).toBe(rolesIn(after)[0]);
});

it("changes nothing on a page without the field", async () => {
  const document = await drawn(`<form><input type="email"><input type="password"><button>Log in</button></form>`);
  expect(rolesIn(document, [{ mark: { tag: "input", name: "gone", id: "", at: 0 }, role: "one-time-code" }])).toEqual(rolesIn(document));
});

it("does not make an invisible field fillable", async () => {
  const document = await drawn(`<form><input name="trap" hidden><input type="password"><button>Log in</button></form>`);
  expect(rolesIn(document, [{ mark: { tag: "input", name: "trap", id: "", at: 0 }, role: "username" }])[0]).toBe("none");
});

it("fills the field by its assigned role", async () => {
  const document = await drawn(ODD);
  const controls = controlsOf(document, false);
  const [first, second] = controls;
  if (first === undefined || second === undefined) throw new Error("no fields");
  fill(document, { username: "ann", "current-password": "secret" }, [{ mark: fingerprintOf(second, controls), role: "username" }]);
  expect(second.value).toBe("ann");
  fill(document, { "current-password": "other" }, [{ mark: fingerprintOf(first, controls), role: "current-password" }]);
  expect(first.value).toBe("other");
});

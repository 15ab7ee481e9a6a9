/**
 * Every verb of the client that the screens of the vault and of the transfer feature call, made to fail in each way there is: a sentence says so, the screen can be used
 * again, and what was typed is still there. Generated from ACTS: a new verb of either feature does not compile until it is said where a person meets its failure.
 */
import type { Client } from "@coffer/client";
import { AppError, ERRORS } from "@coffer/contract/errors";
import type { ReactNode } from "react";
import { Route, Routes } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "./testing/ann.ts";
import { fakeClient, type PartOf } from "./testing/fake-client.ts";
import { noConnection } from "./testing/no-connection.ts";
import { renderApp } from "./testing/render.tsx";
import { anItem, aVault } from "./testing/sample-items.ts";
import { renderVault } from "./testing/vault-world.tsx";
import { ExportDialog } from "./transfer/ExportDialog.tsx";
import { CSV, dropFiles, fileOf, openWizard } from "./transfer/testing/wizard.tsx";
import { ItemFormSheet } from "./vault/form/ItemFormSheet.tsx";
import type { FormTarget } from "./vault/form/use-item-form.ts";
import { HealthPage } from "./vault/pages/HealthPage.tsx";
import { KindPage } from "./vault/pages/KindPage.tsx";
import { TrashPage } from "./vault/pages/TrashPage.tsx";
import { VaultsPage } from "./vault/pages/VaultsPage.tsx";
import { TroubleNote } from "./vault/repair/TroubleNote.tsx";
import { TimeTravel } from "./vault/time/TimeTravel.tsx";

type Verb = `vault.${keyof Client["vault"]}` | `transfer.${keyof Client["transfer"]}` | "account.verifyMasterPassword";
type Failing = () => Promise<never>;

/** One way in which a person sets a verb going. */
interface Act {
  readonly draw: (failing: Failing) => Promise<unknown>;
  /** Sets it going once more: where this works, the screen can be used. */
  readonly press: () => Promise<unknown>;
  /** Before the first press: what is typed and chosen. Where absent, drawing the screen is the first call. */
  readonly fill?: () => Promise<unknown>;
  /** What was typed is there. */
  readonly stays?: () => Promise<unknown>;
}

/** Names of verbs whose failure no person has to know of, or meets elsewhere; and why. */
type Unseen = string;

const HOME = aVault("Home");
const SHOP = anItem("Shop", { fields: { title: "Shop", username: "ann", password: "Tulips2024" } });
const BANK = anItem("Bank", { fields: { title: "Bank", username: "ann", password: "Harbour-77!" } });
const CONTENTS = { items: [SHOP, BANK], vaults: [HOME] };
const NEW: FormTarget = { kind: "note", item: null, categoryId: null, from: "list" };

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const inDialog = (name: string | RegExp) => page.getByRole("dialog").getByRole("button", { name, exact: true });
const holds = (name: string, value: string) => () => expect.element(field(name)).toHaveValue(value);
const option = async (list: string, name: string) => {
  await page.getByRole("combobox", { name: list, exact: true }).click();
  await page.getByRole("option", { name, exact: true }).click();
};
const pointAt = async (name: string, control: string) => {
  await page.getByRole("button", { name, exact: true }).hover();
  await button(control).click();
};
const fromMenu = async (name: string, entry: string) => {
  await pointAt(name, `More actions for ${name}`);
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
};
const ofVault = async (entry: string) => {
  await page.getByRole("link", { name: "Home", exact: true }).hover();
  await button("More actions for vault Home").click();
  await page.getByRole("menuitem", { name: entry }).click();
};
const agree = (label: string) => page.getByRole("alertdialog").getByRole("button", { name: label, exact: true }).click();

type Verbs = PartOf<Client["vault"]>;
const draw =
  (screen: ReactNode, verbs: (failing: Failing) => Verbs, world: Parameters<typeof renderVault>[1] = {}) =>
  (failing: Failing) =>
    renderVault(screen, { ...CONTENTS, ...world, verbs: verbs(failing) });
const list = (verbs: (failing: Failing) => Verbs) => draw(<KindPage kind="password" />, verbs);
const vaults = (verbs: (failing: Failing) => Verbs) =>
  draw(
    <Routes>
      <Route path="/vaults/:vaultId?/:list?" element={<VaultsPage />} />
    </Routes>,
    verbs,
    { at: "/vaults" },
  );
const begun =
  (verbs: (failing: Failing) => PartOf<Client["transfer"]>, world: Parameters<typeof renderVault>[1] = {}) =>
  (failing: Failing) =>
    renderVault(<VaultsPage />, { ...CONTENTS, ...world, features: { transfer: verbs(failing) } });
const trash = (verbs: (failing: Failing) => Verbs) => draw(<TrashPage />, verbs, { trashed: [{ item: SHOP, deletedAt: Date.now() }] });
const form = (target: FormTarget, verbs: (failing: Failing) => Verbs) =>
  draw(<ItemFormSheet target={target} editor="modal" onClose={() => undefined} />, verbs);
const WEAK = { ...SHOP, fields: { ...SHOP.fields, password: "short" } };
const health = (verbs: (failing: Failing) => Verbs) =>
  draw(<HealthPage />, (failing) => ({ examine: async ({ take }) => take([WEAK]), ...verbs(failing) }), { items: [WEAK] });
const TROUBLE = { code: "rollback", message: "The server sent an older state.", isRepairable: true } as const;
const repair = (verbs: (failing: Failing) => Verbs) =>
  draw(
    <TroubleNote />,
    (failing) => ({
      trouble: async () => TROUBLE,
      planRepair: async () => ({ relation: "behind", onlyHere: 1, onlyThere: 0 }),
      ...verbs(failing),
    }),
    { features: { sharing: { restoreShared: async () => null } } },
  );
const exporting = (part: (failing: Failing) => PartOf<Client>) => (failing: Failing) => {
  const { vault, account } = part(failing);
  const client = fakeClient({
    session: ANN,
    account: { verifyMasterPassword: async () => true, ...account },
    vault: { contents: () => CONTENTS, pull: async () => CONTENTS, openMany: async () => [...CONTENTS.items], ...vault },
  });
  return renderApp(<ExportDialog onClose={() => undefined} />, { client });
};
const exportNow = async () => {
  await page.getByLabelText("Confirm Master Password", { exact: true }).fill("the master password");
  await button("Export").click();
};
const importing = (verbs: (failing: Failing) => NonNullable<Parameters<typeof openWizard>[0]>["verbs"]) => async (failing: Failing) => {
  await openWizard({ items: [], verbs: verbs(failing) ?? {} });
  await dropFiles(fileOf(CSV));
};

const ADDED = { what: "added", now: SHOP, was: null, fields: [], isMoved: false, isMarked: false } as const;
const time = (verbs: (failing: Failing) => Verbs) => draw(<TimeTravel onClose={() => undefined} />, verbs);

const ACTS: Record<Verb, Readonly<Record<string, Act>> | Unseen> = {
  "vault.pull": {
    "the list of a kind": {
      draw: list((pull) => ({ pull, contents: () => null, local: async () => null })),
      press: () => button("Try again").click(),
    },
    "the vaults": {
      draw: vaults((pull) => ({ pull, contents: () => null, local: async () => null })),
      press: () => button("Try again").click(),
    },
    "an export": { draw: exporting((pull) => ({ vault: { pull } })), press: exportNow, fill: async () => undefined },
    "a file that is read": {
      draw: importing((pull) => ({ vault: { pull } })),
      press: () => dropFiles(fileOf(CSV)),
    },
  },
  "vault.local": {
    "the list of a kind": {
      draw: list((local) => ({ local, contents: () => null, pull: local })),
      press: () => button("Try again").click(),
    },
  },
  "vault.atOnce": "what it would have shown is shown by what is read after it, whose own failure is said",
  "vault.beginning": "what it would have shown is shown by what is read after it, whose own failure is said",
  "vault.keepEdits":
    "asked for with the first rows: without it an edit that is not answered stays in its form; what is lost is said (use-waiting-edits.ts)",
  "vault.contents": "says what is held, without a request",
  "vault.findForPage": "for the extension's page; no screen of these features asks it",
  "vault.findLookAlike": "for the extension's page; no screen of these features asks it",
  "vault.sealedRecords": "reads what is held, without a request; the wall goes and says so (shell/glass)",
  "vault.open": {
    "an item in full": {
      draw: list((open) => ({ open })),
      fill: async () => undefined,
      press: async () => {
        await button("Shop").click();
        await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      },
    },
    "the form of an item": {
      draw: list((open) => ({ open })),
      fill: async () => undefined,
      press: async () => {
        await userEvent.keyboard("{Escape}");
        await fromMenu("Shop", "Edit");
      },
    },
    "a copy": { draw: list((open) => ({ open })), fill: async () => undefined, press: () => pointAt("Shop", "Copy password for Shop") },
  },
  "vault.versions": {
    "the versions of an item": {
      draw: list((versions) => ({ versions })),
      fill: () => fromMenu("Shop", "Earlier versions"),
      press: () => button("Try again").click(),
    },
  },
  "vault.asOf": {
    "the vault as of yesterday": {
      draw: time((asOf) => ({ asOf })),
      fill: () => button("Yesterday").click(),
      press: () => button("Try again").click(),
    },
  },
  "vault.takeBack": {
    "the vault as of yesterday": {
      draw: time((takeBack) => ({ takeBack, asOf: async ({ at }) => ({ at, differences: [ADDED], same: [], notShown: [] }) })),
      fill: () => button("Yesterday").click(),
      press: () => button("Take back all 1").click(),
    },
  },
  "vault.takeBackAgain": "an Undo, whose failure is said as that of any other (vault/time/time-travel.browser.test.tsx)",
  "vault.openMany": {
    "an export": { draw: exporting((openMany) => ({ vault: { openMany } })), press: exportNow, fill: async () => undefined },
  },
  "vault.create": {
    "the form of a new note": {
      draw: form(NEW, (create) => ({ create })),
      fill: async () => {
        await field("Name").fill("Wi-Fi");
        await field("Notes").fill("under the mat");
      },
      press: () => button("Create Note").click(),
      stays: holds("Notes", "under the mat"),
    },
  },
  "vault.update": {
    "the form of an item": {
      draw: form({ kind: "password", item: SHOP }, (update) => ({ update })),
      fill: () => field("Notes").fill("something new"),
      press: () => button("Update Password").click(),
      stays: holds("Notes", "something new"),
    },
  },
  "vault.remove": {
    "one item": {
      draw: list((remove) => ({ remove })),
      fill: async () => undefined,
      press: async () => {
        await fromMenu("Shop", "Delete");
        await agree("Delete");
      },
      stays: () => expect.element(button("Shop")).toBeVisible(),
    },
    "several items": {
      draw: list((remove) => ({ remove })),
      fill: selectBoth,
      press: async () => {
        await button("Delete").click();
        await agree("Delete 2 items");
      },
      stays: () => expect.element(page.getByText("2 items selected")).toBeVisible(),
    },
  },
  "vault.restore": {
    "one item of the trash": {
      draw: trash((restore) => ({ restore })),
      fill: async () => undefined,
      press: () => button("Restore Shop").click(),
      stays: () => expect.element(button("Restore Shop")).toBeEnabled(),
    },
  },
  "vault.purge": {
    "one item of the trash": {
      draw: trash((purge) => ({ purge })),
      fill: async () => undefined,
      press: async () => {
        await button("Delete Shop forever").click();
        await agree("Delete forever");
      },
      stays: () => expect.element(button("Restore Shop")).toBeEnabled(),
    },
  },
  "vault.trash": { "the trash": { draw: trash((load) => ({ trash: load })), press: () => button("Try again").click() } },
  "vault.tag": {
    "the dialog of tags": {
      draw: list((tag) => ({ tag })),
      fill: async () => {
        await fromMenu("Shop", "Tags");
        await field("New tag").fill("daily");
      },
      press: () => button("Save tags").click(),
      stays: holds("New tag", "daily"),
    },
  },
  "vault.place": {
    "the dialog that moves": {
      draw: list((place) => ({ place })),
      fill: async () => {
        await fromMenu("Shop", "Move to vault");
        await option("Vault", "Home");
      },
      press: () => button("Move").click(),
      stays: () => expect.element(page.getByRole("combobox", { name: "Vault" })).toHaveValue("Home"),
    },
    "the dialog that adds an existing item": {
      draw: vaults((place) => ({ place })),
      fill: async () => {
        await ofVault("Add existing item");
        await page.getByRole("checkbox", { name: "Shop" }).click();
      },
      press: () => button("Add").click(),
      stays: () => expect.element(page.getByRole("checkbox", { name: "Shop" })).toBeChecked(),
    },
  },
  "vault.setFavourite": {
    "the star": {
      draw: list((setFavourite) => ({ setFavourite })),
      fill: async () => undefined,
      press: () => pointAt("Shop", "Add Shop to favorites"),
    },
  },
  "vault.setFavourites": {
    "the star of several": {
      draw: list((setFavourites) => ({ setFavourites })),
      fill: selectBoth,
      press: () => button("Add to favorites").click(),
      stays: () => expect.element(page.getByText("2 items selected")).toBeVisible(),
    },
  },
  "vault.markUsed": "when an item was used last is told in passing; what it was used for was done",
  "vault.watch": "a line that is lost is opened again; what it would have told is asked for then, and whenever the page is seen again",
  "vault.createVault": {
    "the dialog of a vault": {
      draw: vaults((createVault) => ({ createVault })),
      fill: async () => {
        await page.getByTestId("floating-add").click();
        await field("Name").fill("Errands");
      },
      press: () => button("Create Vault").click(),
      stays: holds("Name", "Errands"),
    },
    "the box inside another form": {
      draw: form(NEW, (createVault) => ({ createVault })),
      fill: async () => {
        await field("Name").fill("Wi-Fi");
        await option("Vault", "Create new Vault");
        await field("New vault name").fill("Errands");
      },
      press: () => button("Create").click(),
      stays: async () => {
        await holds("New vault name", "Errands")();
        await holds("Name", "Wi-Fi")();
      },
    },
  },
  "vault.updateVault": {
    "the dialog of a vault": {
      draw: vaults((updateVault) => ({ updateVault })),
      fill: async () => {
        await ofVault("Edit");
        await field("Description").fill("all about it");
      },
      press: () => button("Save Changes").click(),
      stays: holds("Description", "all about it"),
    },
  },
  "vault.removeVault": {
    "the dialog that deletes a vault": {
      draw: vaults((removeVault) => ({ removeVault })),
      fill: () => ofVault("Delete"),
      press: () => inDialog("Delete vault").click(),
    },
  },
  "vault.examine": { "the health of the vault": { draw: health((examine) => ({ examine })), press: () => button("Try again").click() } },
  "vault.ignore": {
    "the dialog that ignores": {
      draw: health((ignore) => ({ ignore })),
      fill: async () => {
        await button('Ignore "Weak" of Shop').click();
        await field("Reason").fill("a toy");
      },
      press: () => inDialog("Ignore").click(),
      stays: holds("Reason", "a toy"),
    },
  },
  "vault.breachSource": "asks the server whether there is a list; where it cannot say, none is offered",
  "vault.checkBreaches": {
    "the health of the vault": {
      draw: health((checkBreaches) => ({
        checkBreaches,
        breachSource: async () => ({ url: "https://leaks.example/range/", host: "leaks.example" }),
      })),
      fill: async () => undefined,
      press: () => button("Check 1 password").click(),
    },
  },
  "vault.trouble": "asked with every pull, whose own failure is said",
  "vault.renewal": "asked with every pull, whose own failure is said",
  "vault.dismissRenewal": "told again at the next start where the device cannot forget it",
  "vault.planRepair": {
    "what bringing back would do": {
      draw: repair((planRepair) => ({ planRepair })),
      fill: async () => undefined,
      press: async () => {
        await userEvent.keyboard("{Escape}");
        await button("Bring back what this device has").click();
      },
    },
  },
  "vault.repair": {
    "bringing back": {
      draw: repair((fails) => ({ repair: fails })),
      fill: () => button("Bring back what this device has").click(),
      press: () => inDialog("Bring it back").click(),
    },
  },
  "transfer.run": {
    "an import": {
      draw: importing((run) => ({ transfer: { run } })),
      fill: async () => undefined,
      press: () => button(/^Import \d+ new items$/).click(),
      stays: () => expect.element(page.getByRole("checkbox", { name: "Select Mail" })).toBeChecked(),
    },
  },
  "transfer.createdIds": "counts what is there at the end; where it cannot, the import has counted itself (Import.browser.test.tsx)",
  "transfer.undo": {
    "the receipt": {
      draw: importing((undo) => ({ transfer: { undo } })),
      fill: () => button(/^Import \d+ new items$/).click(),
      press: async () => {
        await button("Undo import").click();
        await agree("Undo import");
      },
      stays: () => expect.element(page.getByRole("region", { name: "Receipt of the import" })).toBeVisible(),
    },
  },
  "transfer.example": "looked for next to the vaults; where it cannot be, nothing is said of an example",
  "transfer.makeExample": {
    "an empty coffer": {
      draw: begun((makeExample) => ({ makeExample }), { items: [], vaults: [] }),
      fill: async () => undefined,
      press: () => button("Show me an example vault").click(),
    },
  },
  "transfer.removeExample": {
    "the note about it": {
      draw: begun((removeExample) => ({ removeExample, example: async () => ({ vaultId: HOME.id, itemIds: [SHOP.id] }) })),
      fill: async () => undefined,
      press: () => button("Remove the example").click(),
      stays: () => expect.element(page.getByRole("link", { name: "Home", exact: true })).toBeVisible(),
    },
  },
  "account.verifyMasterPassword": {
    "an export": {
      draw: exporting((verifyMasterPassword) => ({ account: { verifyMasterPassword } })),
      press: exportNow,
      fill: async () => undefined,
    },
  },
};

async function selectBoth(): Promise<void> {
  await button("Shop").click({ modifiers: ["Control"] });
  await button("Bank").click({ modifiers: ["Control"] });
}

/** Parts and workers are loaded when they are first needed. */
const PATIENCE = { timeout: 10_000 };
const INSIDE = "x is not a function at sealRecord (seal.ts:12)";
const FAILURES: readonly (readonly [string, () => Error, RegExp])[] = [
  ["no answer", noConnection, /no connection/i],
  ["there is a bug", () => new TypeError(INSIDE), /\w+/],
  ["it is refused", () => new AppError("too_many_items"), new RegExp(ERRORS.too_many_items[1].slice(0, 30))],
];

const said = () =>
  page
    .getByRole("alert")
    .elements()
    .map(({ textContent }) => textContent ?? "")
    .join(" ");

const CASES = Object.entries(ACTS).flatMap(([verb, acts]) =>
  typeof acts === "string" ? [] : Object.entries(acts).map(([place, act]) => ({ verb, place, act })),
);
const EVERY = CASES.flatMap((one) => FAILURES.map((failure) => ({ ...one, failure })));

describe("every verb fails, and the screen stays usable", () => {
  it.each(EVERY.map((one) => [`${one.verb} in ${one.place}, where ${one.failure[0]}`, one] as const))("%s", async (_, { act, failure }) => {
    const [, error, sentence] = failure;
    const failing = vi.fn(() => Promise.reject(error()));
    await act.draw(failing);
    if (act.fill) {
      await act.fill();
      await act.press();
    }
    await expect.poll(said, PATIENCE).toMatch(sentence);
    expect(said()).not.toContain(INSIDE);
    await act.stays?.();
    const before = failing.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    await act.press();
    await expect.poll(() => failing.mock.calls.length, PATIENCE).toBeGreaterThan(before);
    await act.stays?.();
  });
});

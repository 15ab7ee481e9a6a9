/** What people do with what their screen shows. */
import { type Client, ClientError, type Item } from "../../../packages/client/src/index.ts";
import { AppError } from "../../../packages/contract/src/errors.ts";
import { draftOf } from "../../../packages/core/src/items/item.ts";
import { choose, toChooseByField } from "../../../packages/core/src/items/other-values.ts";
import { readTags } from "../../../packages/core/src/items/structured-fields.ts";
import { aLogin } from "../sample-items.ts";
import type { Device, Page } from "./device.ts";
import type { Dice } from "./dice.ts";
import type { Ledger, Mark, Press } from "./ledger.ts";

export interface Doing {
  readonly dice: Dice;
  readonly ledger: Ledger;
  readonly by: Device;
  readonly page: Page;
  readonly problem: (what: string) => void;
}
/** @returns what was done, for people; null where there is nothing to do it with */
type Verb = (doing: Doing) => Promise<string | null>;

const TYPED = ["title", "username", "password", "notes"] as const;

const here = ({ page }: Doing): readonly Item[] => page.client.vault.contents()?.items ?? [];
const writable = (doing: Doing): readonly Item[] => here(doing).filter(({ permission }) => permission === "write");
const own = (doing: Doing): readonly Item[] => here(doing).filter(({ isOwner, belongsTo }) => isOwner && !belongsTo);
const vaultOf = (doing: Doing): string | null =>
  doing.dice.one([null, ...(doing.page.client.vault.contents()?.vaults ?? []).filter(({ permission }) => permission === "write")])?.id ??
  null;
/** Short, for the story. */
const nameOf = ({ id }: Pick<Item, "id">): string => id.slice(0, 4);

/** An item as it is opened here; null where it has gone meanwhile. */
const opened = async ({ page }: Doing, item: Item | undefined): Promise<Item | null> =>
  item ? page.client.vault.open({ id: item.id }).catch((error: unknown) => (isSpoken(error) ? null : Promise.reject(error))) : null;

/** What a person may be told when a press fails; anything else is an alarm. */
const isSpoken = (error: unknown): boolean =>
  error instanceof AppError ||
  error instanceof ClientError ||
  (error instanceof Error && (error.name === "ConnectionError" || /fetch failed/.test(error.message)));

/** @returns how it ended */
async function pressed(
  { page, problem }: Doing,
  presses: readonly Press[],
  save: (client: Client) => Promise<{ readonly id: string } | undefined>,
): Promise<string> {
  const saving = save(page.client).catch((error: unknown) => {
    if (!isSpoken(error)) problem(error instanceof Error ? (error.stack ?? String(error)) : String(error));
    return error as Error;
  });
  const result = await Promise.race([saving, page.killed]);
  const outcome = result === "killed" ? "killed" : result instanceof Error ? "told" : "done";
  for (const press of presses) {
    press.outcome = outcome;
    if (result && typeof result === "object" && "id" in result) press.id ??= result.id;
    if (press.id !== null && outcome === "done" && !page.edits.some(({ id }) => id === press.id)) press.isSent = true;
  }
  if (outcome === "killed") return " — and its page is killed";
  if (result instanceof Error) return ` — told: ${result.message}`;
  const [first] = presses;
  return first && !first.isSent ? " (waits)" : "";
}

async function mark(doing: Doing, ids: readonly string[], what: Mark["what"], to: string, save: (client: Client) => Promise<unknown>) {
  const { ledger, by, page } = doing;
  const shown = what === "deletes" ? await page.client.vault.openMany({ ids }) : [];
  const saw = (id: string) => shown.find((item) => item.id === id)?.fields ?? {};
  const marks = ids.map((id) => ledger.mark({ by, id, what, to, saw: saw(id) }));
  // Before: a new item whose deletion waits does not look like one that waits.
  const unsent = what === "deletes" ? ids.filter(ledger.isUnsent) : [];
  const end = await pressed(doing, [], async (client) => void (await save(client)));
  for (const one of marks) one.isDone = !end.startsWith(" —");
  for (const id of unsent) ledger.spent(id);
  return `${what} ${ids.map((id) => nameOf({ id })).join(", ")} ${to}${end}`;
}

async function save(doing: Doing, base: Item, values: Readonly<Record<string, string>>): Promise<string> {
  const presses = doing.ledger.press(doing.by, base.id, values, base.fields);
  const draft = { ...draftOf(base), fields: { ...base.fields, ...values } };
  const end = await pressed(doing, presses, async ({ vault }) => (await vault.update({ base, draft })).item);
  if (presses.every(({ outcome }) => outcome === "done")) doing.by.desk.last = { base, draft };
  return `edits ${Object.values(values).join(", ")} of ${nameOf(base)}${end}`;
}

const typed = ({ dice, ledger }: Doing): Record<string, string> =>
  Object.fromEntries(dice.some(TYPED, 1 + dice.below(3)).map((field) => [field, ledger.value(field)]));

export const VERBS = {
  add: async (doing) => {
    const { ledger, by } = doing;
    const values = Object.fromEntries(TYPED.map((field) => [field, ledger.value(field)]));
    const presses = ledger.press(by, null, values, {});
    const draft = { ...aLogin({ ...values, website_url: `https://${ledger.value("site")}.example/` }), categoryId: vaultOf(doing) };
    const end = await pressed(doing, presses, ({ vault }) => vault.create({ draft }));
    return `adds ${presses[0]?.id ? nameOf({ id: presses[0].id }) : ""} ${values.title}${end}`;
  },
  edit: async (doing) => {
    const base = await opened(doing, doing.dice.one(writable(doing)));
    return base && save(doing, base, typed(doing));
  },
  "open a form": async (doing) => {
    doing.by.desk.form = await opened(doing, doing.dice.one(writable(doing)));
    return doing.by.desk.form && `opens a form of ${nameOf(doing.by.desk.form)}`;
  },
  "save a form": async (doing) => {
    const { form } = doing.by.desk;
    doing.by.desk.form = null;
    return form && save(doing, form, typed(doing));
  },
  undo: async (doing) => {
    const { last } = doing.by.desk;
    doing.by.desk.last = null;
    if (!last) return null;
    const { base, draft } = last;
    const back = { ...base, fields: { ...base.fields, ...draft.fields } };
    const taken = Object.keys(draft.fields).filter((field) => draft.fields[field] !== base.fields[field]);
    const again = Object.fromEntries(taken.map((field) => [field, base.fields[field] ?? ""]));
    const presses = doing.ledger.press(doing.by, base.id, again, draft.fields);
    const takeBack = { base: back, draft: draftOf(base), isUndo: true };
    const end = await pressed(doing, presses, async ({ vault }) => (await vault.update(takeBack)).item);
    return `takes back ${taken.join(", ")} of ${nameOf(base)}${end}`;
  },
  choose: async (doing) => {
    for (const item of writable(doing)) {
      const base = await opened(doing, item);
      const [others] = base ? toChooseByField(base.fields) : [];
      const [first] = others ?? [];
      if (!base || !others || !first) continue;
      const chosen = doing.dice.below(2) === 0 ? null : first;
      const fields = choose(base.fields, others, chosen, 0);
      const presses = doing.ledger.press(doing.by, base.id, { [first.field]: fields[first.field] ?? "" }, base.fields);
      const end = await pressed(
        doing,
        presses,
        async ({ vault }) => (await vault.update({ base, draft: { ...draftOf(base), fields } })).item,
      );
      return `chooses ${fields[first.field]} of ${nameOf(base)}${end}`;
    }
    return null;
  },
  delete: async (doing) => {
    const ids = doing.dice.some(own(doing), doing.dice.below(4) === 0 ? 3 : 1).map(({ id }) => id);
    return ids.length > 0 ? mark(doing, ids, "deletes", "", ({ vault }) => vault.remove({ ids })) : null;
  },
  restore: async (doing) => {
    const all = await Promise.race([doing.page.client.vault.trash().catch(() => []), doing.page.killed]);
    const ids = all === "killed" ? [] : doing.dice.some(all, 1).map(({ item }) => item.id);
    return ids.length > 0 ? mark(doing, ids, "restores", "", ({ vault }) => vault.restore({ ids })) : null;
  },
  favourite: async (doing) => {
    const item = doing.dice.one(own(doing));
    if (!item) return null;
    const favourite = !item.favourite;
    return mark(doing, [item.id], "marks", String(favourite), ({ vault }) => vault.setFavourite({ id: item.id, favourite }));
  },
  favourites: async (doing) => {
    const ids = doing.dice.some(own(doing), 3).map(({ id }) => id);
    return ids.length > 0 ? mark(doing, ids, "marks", "true", ({ vault }) => vault.setFavourites({ ids, favourite: true })) : null;
  },
  move: async (doing) => {
    const { vaults = [] } = doing.page.client.vault.contents() ?? {};
    const inside = own(doing).filter(({ scopeId }) => scopeId === doing.page.client.session?.personalVaultId);
    const items = doing.dice.some(inside, 1 + doing.dice.below(3));
    const to = doing.dice.one([null, ...vaults.filter(({ scopeId }) => scopeId === doing.page.client.session?.personalVaultId)]);
    const ids = items.map(({ id }) => id);
    const categoryId = to?.id ?? null;
    return ids.length > 0 ? mark(doing, ids, "moves", categoryId ?? "out", ({ vault }) => vault.place({ ids, categoryId })) : null;
  },
  tag: async (doing) => {
    const ids = doing.dice.some(own(doing), 1 + doing.dice.below(3)).map(({ id }) => id);
    const tag = doing.ledger.value("tag");
    return ids.length > 0 ? mark(doing, ids, "tags", tag, ({ vault }) => vault.tag({ ids, add: [tag] })) : null;
  },
  untag: async (doing) => {
    const item = await opened(doing, doing.dice.one(own(doing)));
    const tag = doing.dice.one(readTags(item?.fields.tags ?? ""));
    return item && tag ? mark(doing, [item.id], "untags", tag, ({ vault }) => vault.tag({ ids: [item.id], remove: [tag] })) : null;
  },
  look: async (doing) => {
    const { page } = doing;
    const end = await pressed(doing, [], async ({ vault }) => void (await vault.pull()));
    return `looks${end}, ${page.edits.length} wait`;
  },
} satisfies Readonly<Record<string, Verb>>;

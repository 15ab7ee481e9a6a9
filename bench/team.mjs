/**
 * `npm run bench -- team`: a team of 300 with 50 pending invitations and 20 roles, in a real browser. Each row is one click and the longest piece of work that it
 * starts on the page's thread, in CPU time of that thread, so that other work on the machine does not count. A click has 100 ms.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { chromium } from "playwright-core";
import { emptyLog, writeEntries } from "../packages/client/dist/team/verified-log.js";
import { fingerprint, generateIdentity, generateKey, openSigner, teamKeyCheck, toHex } from "../packages/crypto/dist/index.js";
import { sealGrant } from "../packages/crypto/dist/seal-grant.js";
import { BROWSER_ARGS, findBrowser } from "../tools/browser.mjs";
import { longestTask } from "./measure.mjs";
import { PASSWORD } from "./world.mjs";

const [MEMBERS, INVITATIONS, ROLES] = [300, 50, 20];
const CLICK_MS = 100;
const EMAIL = "bench-boss@example.com";
/** After a click, for as long as it may have something to do. */
const QUIET_MS = 1_200;

/** @param world - of world.mjs @param register - makes an account with the first role and its own client */
export async function measureTeam({ origin, pool }, register) {
  const boss = await register(EMAIL, PASSWORD);
  const teamId = await fillTeam(pool, boss);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(60_000);
    await page.goto(`${origin}/login`);
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "All Items" }).waitFor();
    await page.getByRole("link", { name: "Manage Members" }).click();
    await page.getByRole("button", { name: "Join Team" }).click();
    await page.getByRole("row", { name: /member-000@/ }).waitFor();
    const rows = [];
    for (const [name, act] of clicks(page, teamId)) {
      await new Promise((resume) => setTimeout(resume, QUIET_MS));
      const clicked = async () => {
        await act();
        await new Promise((resume) => setTimeout(resume, QUIET_MS));
      };
      rows.push({ name, ms: await longestTask(browser, page, clicked) });
    }
    return rows;
  } finally {
    await browser.close();
  }
}

const clicks = (page, teamId) => [
  ["Manage Members: search", () => page.getByRole("banner").getByRole("textbox").or(page.getByRole("searchbox")).first().fill("member-1")],
  [
    "Manage Members: search without a match",
    () => page.getByRole("banner").getByRole("textbox").or(page.getByRole("searchbox")).first().fill(""),
  ],
  ["Manage Members: scroll to the end", () => page.mouse.wheel(0, 60_000)],
  ["Manage Members: Pending Invitations", () => page.getByRole("tab", { name: "Pending Invitations" }).click()],
  ["Manage Members: Roles", () => page.getByRole("tab", { name: "Roles" }).click()],
  ["Manage Members: Active Members", () => page.getByRole("tab", { name: "Active Members" }).click()],
  ["Manage Members: another role is chosen", () => page.getByLabel("Role of member-001@example.com").selectOption({ index: 3 })],
  ["Manage Members: that is cancelled", () => page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click()],
  ["Manage Members: Delete", () => page.getByRole("button", { name: "Delete member-001@example.com" }).click()],
  ["Manage Members: that is cancelled, too", () => page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()],
  ["Roles", () => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /Roles/ }).click()],
  ["Roles: Create Role", () => page.getByRole("button", { name: "Create Role" }).first().click()],
  ["Roles: that is cancelled", () => page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()],
  ["Teams", () => page.getByRole("link", { name: "Teams", exact: true }).click()],
  ["the team", () => page.locator(`a[href="/team/${teamId}"]`).first().click()],
  ["the team: Invite Member", () => page.getByRole("button", { name: "Invite Member" }).click()],
  ["the team: that is cancelled", () => page.keyboard.press("Escape")],
  ["the team: Pending Invitations", () => page.getByRole("tab", { name: "Pending Invitations" }).click()],
];

/** @returns how many took too long */
export function printClicks(rows) {
  for (const { name, ms } of rows) console.log(`${ms.toFixed(0).padStart(6)} ms  ${ms > CLICK_MS ? "TOO LONG  " : ""}${name}`);
  return rows.filter(({ ms }) => ms > CLICK_MS).length;
}

/** Everyone but the boss exists in the tables alone; the log is real, by a maker whose key is made here. */
async function fillTeam(pool, boss) {
  const teamId = randomUUID();
  const sql = (text, values) => pool.query(text, values);
  const [maker, key, at] = [await someone(), generateKey((count) => crypto.getRandomValues(new Uint8Array(count))), Date.now()];
  const founder = { id: maker.accountId, email: "maker@example.com", key: toHex(await fingerprint(maker.publicKey)) };
  const check = toHex(await teamKeyCheck({ teamId, epoch: 1 }, key));
  const flags = ["manage_team", "manage_roles", "invite_members", "remove_members"];
  await sql("insert into team (id, name, created_at, key_epoch) values ($1, 'Bench', now(), 1)", [teamId]);
  for (let index = 0; index < ROLES; index++)
    await sql("insert into role (name, description, team_id, invite_members) values ($1, 'Helps along', $2, $3)", [
      `Role ${index}`,
      teamId,
      index % 2 === 0,
    ]);
  const people = [{ id: boss.accountId, email: EMAIL, publicKey: boss.publicKey, role: 2 }];
  for (let index = 0; index < MEMBERS - 1; index++) {
    const email = `member-${String(index).padStart(3, "0")}@example.com`;
    people.push({ id: randomUUID(), email, publicKey: (await someone()).publicKey, role: 3 });
  }
  const changes = [{ kind: "found", founder, isMember: true, admins: flags, check }];
  for (const { id, email, publicKey, role } of people) {
    changes.push({ kind: "invite", email, roleId: role });
    changes.push({ kind: "admit", invited: changes.length, member: { id, key: toHex(await fingerprint(publicKey)) } });
  }
  const { entries } = await writeEntries(emptyLog(teamId), changes, maker, at);
  for (const [index, { text, signature }] of entries.entries())
    await sql("insert into team_log values ($1, $2, $3, $4, now())", [teamId, index + 1, text, signature]);
  await sql("insert into team_author values ($1, $2, $3)", [teamId, founder.key, maker.publicKey]);
  for (const [index, { id, email, publicKey }] of people.entries()) {
    if (index > 0) await copyAccount(sql, boss.accountId, { id, email, publicKey });
    await sql("update account set team_id = $1, membership_id = $2, joined_at = now(), managed_by = $1 where id = $3", [
      teamId,
      randomUUID(),
      id,
    ]);
    const terms = { grantId: randomUUID(), scopeId: teamId, scopeKind: "team", epoch: 1, permission: "read", createdAt: at };
    const sealed =
      index > 0 ? "" : await sealGrant({ ...terms, sender: maker, recipient: { accountId: id, publicKey } }, key, maker.signer);
    await sql("insert into team_key values ($1, $2, 1, $3, $4, $5, $6, $7)", [
      teamId,
      id,
      terms.grantId,
      maker.accountId,
      maker.publicKey,
      at,
      sealed,
    ]);
  }
  for (let index = 0; index < INVITATIONS; index++)
    await sql(
      "insert into invitation (id, token_hash, email, role_id, team_id, invited_by, created_at, expires_at) values ($1, $2, $3, 3, $4, $5, now(), now() + interval '7 days')",
      [randomUUID(), createHash("sha256").update(randomBytes(8)).digest("hex"), `invited-${index}@example.com`, teamId, boss.accountId],
    );
  return teamId;
}

async function someone() {
  const { secret, public: publicKey } = await generateIdentity();
  return { accountId: randomUUID(), publicKey, signer: await openSigner(secret) };
}

/** A row like the boss's, for another account. */
async function copyAccount(sql, from, { id, email, publicKey }) {
  const own = JSON.stringify({ id, email, role_id: 3, membership_id: randomUUID() });
  await sql("insert into account select (jsonb_populate_record(a, $2::jsonb)).* from account a where a.id = $1", [from, own]);
  const identity = JSON.stringify({ account_id: id, public_key: publicKey, trust_store: null });
  await sql("insert into identity select (jsonb_populate_record(i, $2::jsonb)).* from identity i where i.account_id = $1", [
    from,
    identity,
  ]);
}

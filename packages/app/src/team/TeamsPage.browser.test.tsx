import { AppError } from "@coffer/contract/errors";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { asked, aTeam, failing, renderTeam } from "../testing/team-world.tsx";
import { seeToast } from "../testing/toasts.ts";
import { TeamsPage } from "./TeamsPage.tsx";

const button = (name: string | RegExp) => page.getByRole("button", { name });
const inDialog = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
const ENGINEERING = aTeam("Engineering");

describe("a team's card", () => {
  it("says who and how much is in it, and leads to it", async () => {
    await renderTeam(<TeamsPage />, {
      team: { teams: async () => [ENGINEERING, aTeam("Sales", { id: crypto.randomUUID(), description: "Sells" })] },
    });
    const card = page.getByTestId("team-card").first();
    for (const text of ["Engineering", "No description", "3 members", "1.50 MB of 50 MB", "3%"])
      await expect.element(card.getByText(text)).toBeVisible();
    await card.getByRole("link", { name: "View details of Engineering" }).click();
    await expect.element(page.getByTestId("address")).toHaveTextContent(`/team/${ENGINEERING.id}`);
  });

  it("beyond the quota has a full bar and the true number", async () => {
    const storage_data = { totalBytes: 78_643_200, usagePercentage: 150 };
    await renderTeam(<TeamsPage />, { team: { teams: async () => [aTeam("Big", { storage_data })] } });
    await expect.element(page.getByText("75.00 MB of 50 MB")).toBeVisible();
    await expect.element(page.getByText("150%")).toBeVisible();
    expect((page.getByRole("progressbar").element() as HTMLProgressElement).value).toBe(100);
  });

  it("is counted again", async () => {
    const refreshStorage = vi.fn().mockRejectedValueOnce(new Error("boom")).mockResolvedValue(ENGINEERING.storage_data);
    await renderTeam(<TeamsPage />, { team: { teams: async () => [ENGINEERING], refreshStorage } });
    await button("Refresh storage of Engineering").click();
    await seeToast("Failed to refresh storage data");
    await button("Refresh storage of Engineering").click();
    await seeToast("Storage usage updated");
  });
});

it("without a team leads to the first one, which needs a name", async () => {
  const createTeam = vi.fn().mockRejectedValueOnce(new Error("boom")).mockResolvedValue(ENGINEERING);
  await renderTeam(<TeamsPage />, { team: { teams: async () => [], createTeam } });
  await expect.element(page.getByText("No teams found")).toBeVisible();
  await button("Create your first team").click();
  await inDialog("Create Team").click();
  await expect.element(page.getByText("Team name is required")).toBeVisible();
  await page.getByLabelText("Team Name").fill(" Engineering ");
  await inDialog("Create Team").click();
  await seeToast("Failed to create team");
  await inDialog("Create Team").click();
  await seeToast("Team created successfully");
  expect(createTeam).toHaveBeenLastCalledWith({ name: "Engineering", description: "" });
});

it("a team is renamed", async () => {
  const updateTeam = vi.fn().mockRejectedValueOnce(new Error("boom")).mockResolvedValue(undefined);
  await renderTeam(<TeamsPage />, { team: { teams: async () => [ENGINEERING], updateTeam } });
  await button("Edit team Engineering").click();
  await page.getByLabelText("Description").fill("Builds");
  await inDialog("Save Changes").click();
  await seeToast("Failed to update team");
  await inDialog("Save Changes").click();
  await seeToast("Team updated successfully");
  expect(updateTeam).toHaveBeenLastCalledWith({ id: ENGINEERING.id, name: "Engineering", description: "Builds" });
});

describe("deleting a team", () => {
  it("keeps the users unless one says otherwise", async () => {
    const deleteTeam = vi.fn().mockRejectedValueOnce(new AppError("unexpected")).mockResolvedValue(undefined);
    await renderTeam(<TeamsPage />, { team: { teams: async () => [ENGINEERING], deleteTeam } });
    await button("Delete team Engineering").click();
    await inDialog("Delete team").click();
    await seeToast("Failed to delete team");
    await inDialog("Delete team").click();
    await seeToast("Team deleted and members converted to individual users");
    expect(deleteTeam).toHaveBeenLastCalledWith({ id: ENGINEERING.id, deleteUsers: false });
  });

  it("says so where no account would be deleted", async () => {
    await renderTeam(<TeamsPage />, { team: { teams: async () => [{ ...ENGINEERING, managed_count: 0 }] } });
    await button("Delete team Engineering").click();
    await expect.element(page.getByText("No account of a member was created by the team, so none will be deleted.")).toBeVisible();
  });

  it("takes the users along once the team's name was typed, and says how many", async () => {
    const deleteTeam = asked(undefined);
    await renderTeam(<TeamsPage />, { team: { teams: async () => [ENGINEERING], deleteTeam } });
    await button("Delete team Engineering").click();
    await page.getByRole("radio", { name: /Delete users/ }).click();
    await expect.element(page.getByText("1 account created by the team", { exact: false })).toBeVisible();
    await inDialog("Delete team and users").click();
    await expect.element(page.getByText("Type the name of the team to continue.")).toBeVisible();
    expect(deleteTeam).not.toHaveBeenCalled();
    await page.getByLabelText('Type "Engineering" to confirm').fill("Engineering");
    await inDialog("Delete team and users").click();
    await seeToast("Team and all team members have been deleted");
    expect(deleteTeam).toHaveBeenCalledWith({ id: ENGINEERING.id, deleteUsers: true });
  });
});

it("says when the teams cannot be loaded, and tries again", async () => {
  const teams = vi.fn().mockRejectedValueOnce(new AppError("unexpected", "Failed to load teams")).mockResolvedValue([ENGINEERING]);
  await renderTeam(<TeamsPage />, { team: { teams } });
  await seeToast("Failed to load teams");
  await button("Try again").click();
  await expect.element(page.getByTestId("team-card")).toBeVisible();
});

it("finds a team by its name", async () => {
  await renderTeam(<TeamsPage />, { team: { teams: async () => [ENGINEERING], createTeam: failing } });
  await page.getByLabelText("Search").fill("sales");
  await expect.element(page.getByText("No teams match your search.")).toBeVisible();
});

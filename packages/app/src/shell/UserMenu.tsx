/** Who is signed in, their other profiles, the pages of their account, and the way out. */
import { Popover, UnstyledButton } from "@mantine/core";
import { IconLock, IconLogout } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useProfileSwitch } from "../account/profiles/use-profile-switch.ts";
import { useClient, useSession } from "../frame/client-context.tsx";
import { ROUTES } from "../routes.tsx";
import { toast } from "../ui/toast.ts";
import { ProfileSwitcher } from "./ProfileSwitcher.tsx";
import { UserEntry } from "./UserEntry.tsx";
import styles from "./UserMenu.module.css";
import { useLogout } from "./use-logout.ts";

const AddAccountDialog = lazy(async () => ({ default: (await import("../account/profiles/AddAccountDialog.tsx")).AddAccountDialog }));
const SwitchCover = lazy(async () => ({ default: (await import("../account/profiles/SwitchCover.tsx")).SwitchCover }));

export function UserMenu() {
  const session = useSession();
  const client = useClient();
  const logout = useLogout();
  const profileSwitch = useProfileSwitch();
  const [opened, setOpened] = useState(false);
  const [adding, setAdding] = useState<"never" | "open" | "closed">("never");
  if (session === null) return null;
  const { id, email } = session.user;
  const close = () => setOpened(false);
  const leaving = (then: () => void) => () => {
    close();
    then();
  };
  const lock = () => void client.account.lock().catch((error: unknown) => toast.failed(error, "Failed to lock"));
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={288} trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton className={styles.button} aria-label="Account" title={email} onClick={() => setOpened(!opened)}>
            <span aria-hidden>{email.slice(0, 1).toUpperCase()}</span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={styles.menu} aria-label="Account">
          <div className={styles.who}>
            <div className={styles.caption}>Signed in as</div>
            <div className={styles.email}>{email}</div>
          </div>
          {opened && (
            <ProfileSwitcher
              currentId={id}
              onCurrent={close}
              onSwitch={(other) => leaving(() => profileSwitch.choose(other))()}
              onAdd={leaving(() => setAdding("open"))}
            />
          )}
          <div className={styles.entries}>
            {ROUTES.map(
              ({ path, userMenu }) =>
                userMenu !== undefined && (
                  <UserEntry key={path} to={path} onClick={close}>
                    <userMenu.icon size={18} aria-hidden />
                    {userMenu.label}
                  </UserEntry>
                ),
            )}
            <UserEntry onClick={lock}>
              <IconLock size={18} aria-hidden />
              Lock
            </UserEntry>
            <UserEntry onClick={() => void logout()}>
              <IconLogout size={18} aria-hidden />
              Logout
            </UserEntry>
          </div>
        </Popover.Dropdown>
      </Popover>
      <Suspense>
        {adding !== "never" && <AddAccountDialog opened={adding === "open"} onClose={() => setAdding("closed")} />}
        {profileSwitch.state.step !== "idle" && <SwitchCover profileSwitch={profileSwitch} />}
      </Suspense>
    </>
  );
}

/** Who is signed in, their other profiles, the pages of their account, and the way out. */
import { Popover, UnstyledButton } from "@mantine/core";
import { IconLock, IconLogout, IconMoon, IconSun } from "@tabler/icons-react";
import { useState } from "react";
import { SwitchCover } from "../account/profiles/SwitchCover.tsx";
import { useProfileSwitch } from "../account/profiles/use-profile-switch.ts";
import { useClient, useSession } from "../frame/client-context.tsx";
import type { ListedPage } from "../frame/sidebar-order.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { toast } from "../ui/toast.ts";
import { useConnectionWords } from "./ConnectionPill.tsx";
import { MENU_DIALOGS, openDialog } from "./menu-dialogs.tsx";
import { ProfileSwitcher } from "./ProfileSwitcher.tsx";
import { UserEntry } from "./UserEntry.tsx";
import styles from "./UserMenu.module.css";
import { useLogout } from "./use-logout.ts";
import { useOtherTheme } from "./use-theme.ts";

const AddAccountDialog = lazyComponent("dialog", async () => (await import("../account/profiles/AddAccountDialog.tsx")).AddAccountDialog);

interface Props {
  /** The pages it lists. */
  readonly routes: readonly ListedPage[];
  /** On a phone theme and connection are here. */
  readonly withTheme?: boolean;
}

export function UserMenu({ routes, withTheme = false }: Props) {
  const session = useSession();
  const profileSwitch = useProfileSwitch();
  const [opened, setOpened] = useState(false);
  const [adding, setAdding] = useState<"never" | "open" | "closed">("never");
  if (session === null) return null;
  const { id, email } = session.user;
  const close = () => setOpened(false);
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
              onSwitch={(other) => {
                close();
                profileSwitch.choose(other);
              }}
              onAdd={() => {
                close();
                setAdding("open");
              }}
            />
          )}
          {withTheme && <DeviceEntries />}
          <Entries routes={routes} onFollow={close} />
        </Popover.Dropdown>
      </Popover>
      {adding !== "never" && <AddAccountDialog opened={adding === "open"} onClose={() => setAdding("closed")} />}
      {profileSwitch.state.step !== "idle" && <SwitchCover profileSwitch={profileSwitch} />}
    </>
  );
}

/** How it looks on this device, and whether the server has what was saved here. */
function DeviceEntries() {
  const theme = useOtherTheme();
  const { label, Icon } = useConnectionWords();
  return (
    <div className={styles.device}>
      <UserEntry onClick={theme.use}>
        {theme.other === "dark" ? <IconMoon size={18} aria-hidden /> : <IconSun size={18} aria-hidden />}
        {theme.label}
      </UserEntry>
      <p className={styles.connection}>
        <Icon size={18} aria-hidden />
        {label}
      </p>
    </div>
  );
}

/** The user's own pages, and the two ways to close the vault. */
function Entries({ routes, onFollow }: { routes: readonly ListedPage[]; onFollow: () => void }) {
  const client = useClient();
  const logout = useLogout();
  const lock = () => void client.account.lock().catch((error: unknown) => toast.failed(error, "Failed to lock"));
  return (
    <div className={styles.entries}>
      {routes.map(
        ({ path, userMenu }) =>
          userMenu !== undefined && (
            <UserEntry key={path} to={path} onClick={onFollow}>
              <userMenu.icon size={18} aria-hidden />
              {userMenu.label}
            </UserEntry>
          ),
      )}
      {DIALOGS.map((name) => {
        const { label, icon: Icon } = MENU_DIALOGS[name].menu;
        return (
          <UserEntry
            key={name}
            onClick={() => {
              onFollow();
              openDialog(name);
            }}
          >
            <Icon size={18} aria-hidden />
            {label}
          </UserEntry>
        );
      })}
      <UserEntry onClick={lock}>
        <IconLock size={18} aria-hidden />
        Lock
      </UserEntry>
      <UserEntry onClick={() => void logout()}>
        <IconLogout size={18} aria-hidden />
        Logout
      </UserEntry>
    </div>
  );
}

const DIALOGS = ["time", "glass"] as const;

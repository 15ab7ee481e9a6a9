/** Who is signed in, and the way out. */
import { Popover, UnstyledButton } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useState } from "react";
import { useSession } from "../client-context.tsx";
import { useLogout } from "./use-logout.ts";

export function UserMenu() {
  const session = useSession();
  const logout = useLogout();
  const [opened, setOpened] = useState(false);
  if (session === null) return null;
  const { email } = session.user;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={272} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className="user-button" aria-label="Account" title={email} onClick={() => setOpened(!opened)}>
          <span aria-hidden>{email.slice(0, 1).toUpperCase()}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className="user-menu" aria-label="Account">
        <div className="user-who">
          <div className="user-caption">Signed in as</div>
          <div className="user-email">{email}</div>
        </div>
        <button type="button" className="user-entry" onClick={() => void logout()}>
          <IconLogout size={18} aria-hidden />
          Logout
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}

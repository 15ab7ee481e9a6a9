/** The frame of every page that needs no sign-in: a top bar that folds on small screens, and a footer. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { ActionIcon } from "@mantine/core";
import { IconMenu2, IconX } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { Link, NavLink, Outlet, useLocation } from "react-router";
import { Brand } from "../frame/Brand.tsx";
import { useSession } from "../frame/client-context.tsx";
import { Waiting } from "../frame/Waiting.tsx";
import { Crash } from "../ui/Crash.tsx";
import styles from "./PublicShell.module.css";
import { SkipLink } from "./SkipLink.tsx";
import { ThemeToggle } from "./ThemeToggle.tsx";

export function PublicShell() {
  const { pathname } = useLocation();
  return (
    <div className={styles.public}>
      <SkipLink />
      <TopBar key={pathname} />
      <main id="content" tabIndex={-1} className={styles.content}>
        <Crash key={pathname}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </Crash>
      </main>
      <footer className={styles.footer}>
        <span>{PRODUCT_NAME}</span>
        <nav aria-label="Legal">
          <Link to="/security">Security</Link>
          <Link to="/privacy-policy">Privacy policy</Link>
          <Link to="/terms-of-service">Terms of service</Link>
        </nav>
      </footer>
    </div>
  );
}

function TopBar() {
  const signedIn = useSession() !== null;
  const [opened, setOpened] = useState(false);
  return (
    <header className={styles.bar}>
      <div className={styles.row}>
        <Brand to="/" />
        <div className={styles.space} />
        <nav id="top-bar-links" aria-label="Main" className={styles.links} data-opened={opened || undefined}>
          <NavLink to="/features">Features</NavLink>
          <NavLink to="/security">Security</NavLink>
          {signedIn ? <NavLink to="/vaults">Vault</NavLink> : <NavLink to="/login">Login</NavLink>}
          {!signedIn && (
            <Link className={styles.begin} to="/register">
              Get Started Free
            </Link>
          )}
        </nav>
        <ThemeToggle />
        <ActionIcon
          className={styles.toggle}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Menu"
          aria-expanded={opened}
          aria-controls="top-bar-links"
          onClick={() => setOpened(!opened)}
        >
          {opened ? <IconX size={21} aria-hidden /> : <IconMenu2 size={21} aria-hidden />}
        </ActionIcon>
      </div>
    </header>
  );
}

/** Watches for idle time while a vault is open, warns a minute before, then locks or logs out as this device's settings say. Any use in any tab counts. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { deviceSettings, useDeviceSettings } from "../../frame/device-settings.ts";
import { loadSettings } from "../../frame/stored-settings.ts";
import { maySignOut } from "../../ui/may-sign-out.ts";
import { toast } from "../../ui/toast.ts";
import styles from "./AutoLock.module.css";
import { heartbeatMs, type LockVerdict, lockVerdict } from "./auto-lock.ts";
import { presence } from "./presence.ts";

const USES = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
const CHECK_MS = 1_000;
/** After a lock that failed. */
const AGAIN_MS = 5_000;
const OPEN: LockVerdict = { state: "open" };

export function AutoLock() {
  const { account } = useClient();
  const { action } = useDeviceSettings();
  const end = useCallback(async () => {
    const { action: wanted } = deviceSettings.current();
    try {
      await (wanted === "lock" ? account.lock() : account.logout());
      return true;
    } catch (error) {
      toast.failed(error, "Failed to lock");
      return false;
    }
  }, [account]);
  const verdict = useLockVerdict(end);
  useSettings();
  useSignOfLife();
  useLockKey(async () => {
    // No one is asked where the time is over: what waits stays here, and is sent after the next sign-in.
    if (deviceSettings.current().action === "lock" || (await maySignOut(account))) await end();
  });
  if (verdict.state !== "soon") return null;
  const { seconds, of } = verdict;
  return (
    <section className={styles.notice} aria-label="Automatic lock">
      <progress className={styles.bar} max={of} value={seconds} aria-label="Time left" />
      <div className={styles.row}>
        <span role="timer">{action === "lock" ? `Locking in ${seconds} s` : `Signing out in ${seconds} s`}</span>
        <Button size="compact-sm" variant="default" onClick={() => presence.used(Date.now())}>
          Stay
        </Button>
      </div>
    </section>
  );
}

/** @param onDue - called once it is due, and again a while after it could not end what is open. */
function useLockVerdict(onDue: () => Promise<boolean>): LockVerdict {
  const [verdict, setVerdict] = useState<LockVerdict>(OPEN);
  const { after } = useDeviceSettings();
  useEffect(() => {
    let isDue = false;
    // Coming in is a use; whether a page came too late was decided before it was shown (start-page.ts).
    presence.used(Date.now());
    const check = () => {
      const now = Date.now();
      const inFront = document.visibilityState === "visible";
      if (inFront) presence.seen(now);
      const idleMs = now - (presence.lastUsedAt() ?? now);
      const hiddenMs = inFront ? 0 : now - (presence.lastSeenAt() ?? now);
      const next = lockVerdict(after, idleMs, hiddenMs);
      setVerdict((before) => (before.state === "open" && next.state === "open" ? before : next));
      if (next.state !== "due" || isDue) return;
      isDue = true;
      const again = () => {
        isDue = false;
      };
      void onDue().then((isOver) => isOver || setTimeout(again, AGAIN_MS));
    };
    const use = () => {
      // A movement does not reset a vault whose time is over: the check comes first.
      check();
      if (isDue) return;
      presence.used(Date.now());
      check();
    };
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener("visibilitychange", check);
    for (const name of USES) window.addEventListener(name, use, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
      for (const name of USES) window.removeEventListener(name, use);
    };
  }, [after, onDue]);
  return verdict;
}

/** Reads this device's settings for the account, and again when another tab may have changed them. */
function useSettings(): void {
  const { account } = useClient();
  useEffect(() => {
    // The defaults hold where nothing can be read.
    const read = () => void loadSettings(account.lockSettings).catch(() => undefined);
    read();
    window.addEventListener("focus", read);
    return () => window.removeEventListener("focus", read);
  }, [account]);
}

/** As long as a vault is open here, a reload needs no master password; and a session that was ended elsewhere ends here too, noticed as soon as someone looks. */
function useSignOfLife(): void {
  const { account } = useClient();
  const { after } = useDeviceSettings();
  useEffect(() => {
    const tell = () => void account.keepAlive();
    const timer = setInterval(tell, heartbeatMs(after));
    window.addEventListener("focus", tell);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", tell);
    };
  }, [account, after]);
}

/** Ctrl+Shift+. (Cmd on a Mac) locks at once. */
function useLockKey(lock: () => unknown): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.code !== "Period" || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      lock();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [lock]);
}

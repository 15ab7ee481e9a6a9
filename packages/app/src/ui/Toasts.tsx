/** Where toasts appear. Loaded after the first page is there: what is said until then is shown as soon as this is. */
import { TOAST_ERROR_MS, TOAST_LIMIT } from "@coffer/core/constants";
import { Notifications, useNotifications } from "@mantine/notifications";
import { useLayoutEffect, useSyncExternalStore } from "react";
import { proof, questions } from "./confirm.ts";
import toasts from "./Toasts.module.css";
import { type Box, type Control, costOf, placeOfToasts } from "./toast-place.ts";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";

/** They are placed where they cover nothing that can be pressed, and move when something appears there. */
export function Toasts() {
  const { notifications } = useNotifications();
  const isAsked = useIsAsked();
  const isAny = notifications.length > 0;
  const count = notifications.length;
  useLayoutEffect(() => (isAny && !isAsked ? keepClear() : undefined), [isAny, isAsked]);
  // One more is higher.
  useLayoutEffect(() => {
    if (count > 0 && !isAsked) stand();
  }, [count, isAsked]);
  if (isAsked) return null;
  return (
    <Notifications
      limit={TOAST_LIMIT}
      autoClose={TOAST_ERROR_MS}
      position="bottom-center"
      // A pointer that only rests where they appear would keep all of them, over what it is to press next.
      pauseResetOnHover="notification"
      classNames={{ root: toasts.root }}
      withinPortal={false}
      zIndex={1000}
    />
  );
}

/**
 * A question is above everything, and nothing else can be pressed: toasts wait until it has its answer. Their time begins when they are drawn, so that none goes by
 * unread, and an Undo can be pressed as long as it promises.
 */
const useIsAsked = (): boolean => useSyncExternalStore(questions.subscribe, () => (questions.current() ?? proof.current()) !== null);

/** Not looked at with every change of the page. */
const LOOK_EVERY_MS = 120;

/** @returns what ends it. */
function keepClear(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const look = () => {
    timer ??= setTimeout(() => {
      timer = null;
      stand();
    }, LOOK_EVERY_MS);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "hidden", "open"] });
  window.addEventListener("resize", look);
  window.addEventListener("scroll", look, { passive: true, capture: true });
  look();
  return () => {
    if (timer !== null) clearTimeout(timer);
    observer.disconnect();
    window.removeEventListener("resize", look);
    window.removeEventListener("scroll", look, { capture: true });
  };
}

const ROOT = `.${toasts.root}[data-position="bottom-center"]`;

function stand(): void {
  const root = document.querySelector<HTMLElement>(ROOT);
  if (root === null) return;
  const { left, top, width, height } = root.getBoundingClientRect();
  const controls = controlsInSight();
  const isPlaced = root.style.getPropertyValue("--toast-left") !== "";
  const isWhole = left >= 0 && top >= 0 && left + width <= window.innerWidth && top + height <= window.innerHeight;
  if (isPlaced && isWhole && costOf({ left, top, width, height }, controls) === 0) return;
  const box: Box = placeOfToasts({ width: window.innerWidth, height: window.innerHeight }, Math.max(height, LEAST_HEIGHT), controls);
  root.style.setProperty("--toast-left", `${box.left}px`);
  root.style.setProperty("--toast-bottom", `${window.innerHeight - box.top - box.height}px`);
  root.style.setProperty("--toast-width", `${box.width}px`);
}

/** Before it is drawn it has none. */
const LEAST_HEIGHT = 56;
const PRESSED = 'a[href], button, input, textarea, select, summary, [role="tab"], [role="option"], [role="menuitem"]';
/** What is pressed anywhere on it. */
const LINES = "article";
/** What is shown once, for its owner to copy: as bad to cover as a button. */
const SHOWN_ONCE = "[data-shown-once]";

/** While a dialog is open nothing else can be pressed. */
function controlsInSight(): Control[] {
  const dialogs = document.querySelectorAll('[aria-modal="true"], dialog[open]');
  const place = dialogs.item(dialogs.length - 1) ?? document.body;
  return [...place.querySelectorAll<HTMLElement>(`${PRESSED}, ${LINES}, ${SHOWN_ONCE}`)].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const isInSight =
      width > 0 && height > 0 && top < window.innerHeight && top + height > 0 && element.closest(`.${toasts.root}, [inert]`) === null;
    return isInSight ? { left, top, width, height, weight: element.matches(LINES) ? 1 : 4 } : [];
  });
}

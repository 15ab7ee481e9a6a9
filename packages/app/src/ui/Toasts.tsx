/** Where toasts appear. Loaded after the first page is there: what is said until then is shown as soon as this is. */
import { TOAST_ERROR_MS, TOAST_LIMIT } from "@coffer/core/product";
import { Notifications } from "@mantine/notifications";
import { useNarrow } from "./use-narrow.ts";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";

/** Below 768 px at the top, where they cover no button that saves or adds. */
export function Toasts() {
  const position = useNarrow() ? "top-center" : "bottom-center";
  return <Notifications limit={TOAST_LIMIT} autoClose={TOAST_ERROR_MS} position={position} withinPortal={false} zIndex={1000} />;
}

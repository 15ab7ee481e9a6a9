/** The sign of each kind of item, the same everywhere. */
import type { KindName } from "@coffer/core/items/kinds";
import { IconBuildingBank, IconCreditCard, IconKey, IconNote, IconUserCircle } from "@tabler/icons-react";
import type { ComponentType } from "react";

export const KIND_ICONS: Record<KindName, ComponentType<{ size?: number; stroke?: number }>> = {
  password: IconKey,
  note: IconNote,
  card: IconCreditCard,
  bank: IconBuildingBank,
  personal: IconUserCircle,
};

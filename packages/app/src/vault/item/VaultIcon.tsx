/** The pictogram of a vault. An unknown name, as an import or a later version may have stored, shows a folder. */
import { isVaultIcon, type VaultIconName } from "@coffer/core/items/vault-appearance";
import {
  IconBook,
  IconBriefcase,
  IconBuildingBank,
  IconCar,
  IconCode,
  IconCoin,
  IconDeviceGamepad2,
  IconDeviceLaptop,
  IconFolder,
  IconHeart,
  IconHome,
  IconMusic,
  IconPaw,
  IconPlane,
  IconSchool,
  IconServer,
  IconShoppingCart,
  IconStar,
  IconStethoscope,
  IconUsers,
} from "@tabler/icons-react";
import type { ComponentType } from "react";

const DRAWN: Readonly<Record<VaultIconName, ComponentType<{ size: number }>>> = {
  folder: IconFolder,
  home: IconHome,
  briefcase: IconBriefcase,
  users: IconUsers,
  heart: IconHeart,
  star: IconStar,
  coin: IconCoin,
  bank: IconBuildingBank,
  cart: IconShoppingCart,
  plane: IconPlane,
  car: IconCar,
  school: IconSchool,
  book: IconBook,
  code: IconCode,
  server: IconServer,
  laptop: IconDeviceLaptop,
  game: IconDeviceGamepad2,
  music: IconMusic,
  health: IconStethoscope,
  paw: IconPaw,
};

/** @param name - as it is stored. @param size - in pixels. */
export function VaultIcon({ name, size }: { name: string; size: number }) {
  const Drawn = DRAWN[isVaultIcon(name) ? name : "folder"];
  return <Drawn size={size} />;
}

/** The two dropdowns of a share: what its recipient may do, and until when. */
import type { ShareRow } from "@coffer/client";
import { EXPIRY_CHOICES, expiryBucket } from "@coffer/core/sharing/expiry";
import { Select } from "@mantine/core";
import { LEVEL_NAMES, LEVELS } from "./levels.ts";
import { nameOf } from "./share-name.ts";
import { useShareActions } from "./use-share-actions.ts";

const CHOICES = LEVEL_NAMES.map((value) => ({ value, label: LEVELS[value].listed }));

export function LevelSelect({ row }: { row: ShareRow }) {
  const { setPermission, isBusy } = useShareActions();
  return (
    <Select
      aria-label={`Access level of ${row.person} to ${nameOf(row)}`}
      data={CHOICES}
      value={row.permission}
      allowDeselect={false}
      disabled={isBusy || row.isExpired}
      w={116}
      onChange={(value) => {
        if (value !== row.permission && (value === "read" || value === "write")) void setPermission(row, value);
      }}
    />
  );
}

const NEVER = "never";
const EXPIRED = "expired";

export function ExpirySelect({ row }: { row: ShareRow }) {
  const { setExpiry, isBusy } = useShareActions();
  const bucket = expiryBucket(row.expiresAt, Date.now());
  const choices = EXPIRY_CHOICES.toSorted((a, b) => Number(a.days === null) - Number(b.days === null)).map(({ days, listed }) => ({
    value: String(days ?? NEVER),
    label: listed,
  }));
  return (
    <Select
      aria-label={`Expiration for ${row.person} of ${nameOf(row)}`}
      data={bucket === EXPIRED ? [{ value: EXPIRED, label: "Expired", disabled: true }, ...choices] : choices}
      value={String(bucket ?? NEVER)}
      allowDeselect={false}
      disabled={isBusy}
      w={166}
      onChange={(value) => {
        // The same number of days again is a later end; never again is nothing.
        const isNothing = value === null || value === EXPIRED || (value === NEVER && row.expiresAt === null);
        if (!isNothing) void setExpiry(row, value === NEVER ? null : Number(value));
      }}
    />
  );
}

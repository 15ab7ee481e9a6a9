/** The earlier versions of an item as a person reads them: when, by whom, on which device, and what each save changed. Pure, so that it is tested without a screen. */
import type { ItemVersion } from "@coffer/client";
import { differingFields, type MissingVersions, timelineOf } from "@coffer/core/items/item-versions";
import type { KindName } from "@coffer/core/items/kinds";
import { kindOf } from "@coffer/core/items/kinds";
import { plural, shortDateTime } from "@coffer/core/text";

export interface ShownVersion {
  readonly version: ItemVersion;
  /** When it was saved: as the server says, which took the version before it away then; where that one is not there, as the device said. */
  readonly savedAt: number;
  /** "Now", or when it was saved. */
  readonly name: string;
  /** "by bob@example.com on phone"; empty where neither is known. */
  readonly by: string;
  /** What this save changed, in a sentence. */
  readonly said: string;
}

/** The name of what the item is. */
export const NOW = "Now";

export interface ShownTimeline {
  readonly entries: readonly (ShownVersion | MissingVersions)[];
  readonly before: MissingVersions | null;
}

export const isMissing = (entry: ShownVersion | MissingVersions): entry is MissingVersions => "from" in entry;

/** @param versions - what the item is now first @param older - how many more can be asked for */
export function shownTimeline(kind: KindName, versions: readonly ItemVersion[], older: number): ShownTimeline {
  const { entries, before } = timelineOf(versions, older);
  return {
    entries: entries.map((entry, at) => {
      if ("from" in entry) return entry;
      const previous = entries[at + 1];
      return shownVersion(kind, entry, previous && !("from" in previous) ? previous : undefined);
    }),
    before,
  };
}

function shownVersion(kind: KindName, version: ItemVersion, previous: ItemVersion | undefined): ShownVersion {
  const savedAt = previous?.replacedAt ?? version.updatedAt;
  const { author, device } = version;
  return {
    version,
    savedAt,
    name: version.replacedAt === null ? NOW : shortDateTime(savedAt),
    by: savedBy(author?.email, device),
    said: whatChanged(kind, version, previous),
  };
}

function savedBy(email: string | undefined, device: string | null | undefined): string {
  if (email && device) return `Saved by ${email} on ${device}`;
  if (email) return `Saved by ${email}`;
  return device ? `Saved on ${device}` : "";
}

function whatChanged(kind: KindName, version: ItemVersion, previous: ItemVersion | undefined): string {
  if (version.state === "tampered") return "Does not open: the server gave something else, or it is damaged.";
  if (version.revision - (version.again ?? 0) === 1) return "Created";
  if (previous?.state !== "intact") return "What it changed is not known: the version before it is missing.";
  const labels = labelsOf(kind, differingFields(kind, previous.fields, version.fields));
  return labels.length === 0 ? "No field changed" : `Changed: ${labels.join(", ")}`;
}

const labelsOf = (kind: KindName, names: readonly string[]): string[] => names.map((name) => kindOf(kind).fields[name]?.label ?? name);

/** "Version 3", "Versions 3 to 5". */
export const missingLabel = ({ from, to }: MissingVersions): string => (from === to ? `Version ${from}` : `Versions ${from} to ${to}`);

/** Whether all of them are among these revisions. */
export const isWithin = ({ from, to }: MissingVersions, revisions: ReadonlySet<number>): boolean =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at).every((revision) => revisions.has(revision));

/** Until it is done, who has the key of before and a copy of the server can open them. */
export function sealingLabel(count: number, isOwner: boolean): string {
  const left = `${plural(count, "earlier version is", "earlier versions are")} still to be encrypted with the new key.`;
  return isOwner
    ? `${left} That goes on by itself while your vault is open.`
    : `${left} The device of the owner does it: then you can open them here.`;
}

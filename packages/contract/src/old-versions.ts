/**
 * Endpoints for earlier versions that are under a key of their scope which is no longer in use: the owner's device seals them again, a portion at a time (decision 18).
 * The client loads them late.
 */
import { REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { type AnyKind, KIND_NAMES, laterCode } from "@coffer/core/items/kinds";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { bytesOfId, contextOf, joined, number, utf8 } from "./grant-message.ts";
import { textOfSave } from "./save-id.ts";
import { Id, Revision, SaveId, Sealed, Signature } from "./schemas.ts";
import { SealedVersion } from "./versions.ts";

/** A portion. In bytes a list is as any answer with versions; one that is larger alone comes, and goes back, alone. */
export const VERSIONS_IN_PORTION = 200;
const PORTION_MAX_BYTES = 10 * REQUEST_MAX_BYTES;

const KINDS: readonly string[] = [...KIND_NAMES, "category"];
const Kind = z.string().refine((name): name is AnyKind => KINDS.includes(name) || laterCode(name) !== null);
const Epoch = z.int().min(1);

const OldVersion = SealedVersion.omit({ replacedAt: true, epoch: true }).extend({ id: Id, kind: Kind });
export type OldVersion = z.infer<typeof OldVersion>;

/** A version, as it was listed, and its texts under the key in use: of the same press, for which the id of a save in a shared scope ends otherwise. Null: it did not open, and goes. */
const Resealed = z.strictObject({
  id: Id,
  revision: Revision,
  saveId: SaveId,
  sealed: z.strictObject({ saveId: SaveId, seal: Sealed, fields: SealedVersion.shape.fields }).nullable(),
});
export type ResealedVersion = z.infer<typeof Resealed>;

export const oldVersions = {
  listOldVersions: endpoint({
    method: "GET",
    path: "/vault/scopes/:scope/versions",
    access: "signed-in",
    summary:
      "A portion of the earlier versions in an own scope that are under an earlier key, of whatever item. None under the key in use.",
    input: () => z.strictObject({ scope: Id, epoch: z.coerce.number().int().min(1) }),
    reply: () => z.strictObject({ success: z.literal(true), versions: z.array(OldVersion).max(VERSIONS_IN_PORTION) }),
    refuses: ["not_found"],
  }),
  resealVersions: endpoint({
    method: "POST",
    path: "/vault/scopes/:scope/versions",
    access: "signed-in",
    summary:
      "Puts such versions under the key in use, each in the place of the one with that record, revision, save and earlier key; those that did not open are deleted. Signed by the owner. What is not there any more is passed over: another device was faster.",
    input: () =>
      z.strictObject({
        scope: Id,
        /** Of the key that they are under. */
        oldEpoch: Epoch,
        /** Of the key in use. */
        epoch: Epoch,
        versions: z.array(Resealed).min(1).max(VERSIONS_IN_PORTION),
        signature: Signature,
      }),
    maxBytes: PORTION_MAX_BYTES,
    reply: () => z.strictObject({ success: z.literal(true) }),
    refuses: ["not_found", "stale_head", "bad_signature"],
  }),
} as const;

interface Portion {
  readonly scope: string;
  readonly oldEpoch: number;
  readonly epoch: number;
  readonly versions: readonly ResealedVersion[];
}

const PREFIX = "cf1/sig/versions\0";
const LABEL = "versions";

/** What is hashed of a portion: no two portions have the same text. */
export const textOfPortion = (versions: readonly ResealedVersion[]): string =>
  JSON.stringify(versions.map(({ id, revision, saveId, sealed }) => [id, revision, saveId, sealed && [sealed.saveId, textOfSave(sealed)]]));

/** @param digest - SHA-256 of `textOfPortion` @returns the message that Ed25519 signs: a token alone changes nothing (security design §6) */
export const portionMessage = ({ scope, oldEpoch, epoch }: Omit<Portion, "versions">, digest: Uint8Array): Uint8Array<ArrayBuffer> =>
  joined(utf8(PREFIX), contextOf(LABEL, [bytesOfId(scope), number(oldEpoch, 4), number(epoch, 4), digest]));

/** New keys for everything, along with a new master password or recovery key: ticked from the start; if they are declined, the text says what stays open without them. */
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { Note } from "../../ui/Note.tsx";
import { useRenewAllKeys } from "../queries.ts";
import { newRecoveryKey } from "../recovery/new-recovery-key.ts";
import { Resealing } from "../recovery/Resealing.tsx";

/** What takes the place of the old one. */
type Secret = "password" | "key";

interface Words {
  /** What may happen while it is on its way. */
  readonly closed: string;
  readonly renews: string;
  readonly deletes: string;
  readonly stays: string;
}

const WORDS: Record<Secret, Words> = {
  password: {
    closed:
      "Everything is changed at once, at the very end. If this page closes before you see your new recovery key, try the new master password first, then the old one, and renew the recovery key here.",
    renews:
      "Everything in your vault is encrypted again, so that the old master password, even with an old copy of your data, opens nothing you have today. You also get a new recovery key.",
    deletes:
      "Choose this if someone else may know the old master password. Otherwise they stay, and your devices encrypt them again one after the other: until then the old master password, with a copy of your data, opens those that are left.",
    stays:
      "The keys stay the same: anyone who has the old master password and a copy of the server's data from before can still open your vault, also what you add to it later.",
  },
  key: {
    closed:
      "Everything is changed at once, at the very end. If this page closes before you see your new recovery key, sign in again and renew the recovery key here.",
    renews:
      "Everything in your vault is encrypted again, so that the old recovery key, even with an old copy of your data, opens nothing you have today. It signs every other device out and ends the links to other profiles.",
    deletes:
      "Choose this if someone else may know the old recovery key. Otherwise they stay, and your devices encrypt them again one after the other: until then the old recovery key, with a copy of your data, opens those that are left.",
    stays:
      "The keys stay the same: anyone who has the old recovery key and a copy of the server's data from before can still open your vault, also what you add to it later.",
  },
};

interface Props {
  readonly secret: Secret;
  readonly renewal: Renewal;
}

interface Renewal {
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
  readonly deletesVersions: boolean;
  readonly deleteVersions: (deletesVersions: boolean) => void;
  /** Null while nothing is renewed. */
  readonly percent: number | null;
  /** The new recovery key is kept for its owner to save, wherever they are by then. @param next - the new master password, if there is one. */
  readonly renew: (current: string, next: { readonly password: string; readonly hint: string | null } | null) => Promise<void>;
}

/** Keeps a new recovery key for its owner to save; not where the vault was locked or left while it was made, since the sign-in page would show it to anyone. */
export function useKeepNewKey(): (made: { readonly recoveryKey: string }) => void {
  const client = useClient();
  const email = useSession()?.user.email ?? "";
  return ({ recoveryKey }) => {
    if (!client.isLocked && client.session?.user.email === email) newRecoveryKey.keep({ email, recoveryKey });
  };
}

export function useRenewal(): Renewal {
  const keep = useKeepNewKey();
  const [isChosen, choose] = useState(true);
  const [deletesVersions, deleteVersions] = useState(false);
  const [percent, setPercent] = useState<number | null>(null);
  const { mutateAsync } = useRenewAllKeys();
  const renew: Renewal["renew"] = async (current, next) => {
    setPercent(0);
    try {
      const onProgress = (now: number) => setPercent((before) => Math.max(before ?? 0, now));
      keep(await mutateAsync({ current, next, ...(deletesVersions && { deletesVersions }), onProgress }));
    } finally {
      setPercent(null);
    }
  };
  return { isChosen, choose, deletesVersions, deleteVersions, percent, renew };
}

/** The choice, and in its place how far it is. */
export function NewKeys({ secret, renewal }: Props) {
  const { isChosen, choose, deletesVersions, deleteVersions, percent } = renewal;
  const words = WORDS[secret];
  if (percent !== null)
    return (
      <Resealing percent={percent} message="Opening and re-encrypting everything you saved..." label="Progress of the new keys">
        <p>{words.closed}</p>
      </Resealing>
    );
  return (
    <>
      <Checkbox
        label="Also renew all keys"
        description={words.renews}
        checked={isChosen}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      {isChosen && (
        <Checkbox
          label="Delete the earlier versions of my items"
          description={words.deletes}
          checked={deletesVersions}
          onChange={(event) => deleteVersions(event.currentTarget.checked)}
        />
      )}
      {!isChosen && (
        <Note tone="warning" role="status">
          {words.stays}
        </Note>
      )}
    </>
  );
}

/** The linked profiles in the user menu. Choosing another one switches to it; choosing the current one closes the menu. */
import { IconCheck, IconPlus } from "@tabler/icons-react";
import { useProfiles } from "../account/queries.ts";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import styles from "./ProfileSwitcher.module.css";
import { UserEntry } from "./UserEntry.tsx";

export function ProfileSwitcher({
  currentId,
  onSwitch,
  onCurrent,
  onAdd,
}: {
  currentId: string;
  onSwitch: (id: string) => void;
  onCurrent: () => void;
  onAdd: () => void;
}) {
  const profiles = useProfiles();
  return (
    <section className={styles.profiles} aria-label="Profiles">
      {profiles.isPending && (
        <p className={styles.note} role="status">
          Loading profiles...
        </p>
      )}
      {profiles.isError && (
        <div className={styles.failed}>
          <LoadFailed query={profiles}>Failed to load profiles</LoadFailed>
        </div>
      )}
      {profiles.data !== undefined && (
        <ul className={styles.list}>
          {profiles.data.map(({ user_id, email }) => {
            const isCurrent = user_id === currentId;
            return (
              <li key={user_id}>
                <UserEntry current={isCurrent} onClick={() => (isCurrent ? onCurrent() : onSwitch(user_id))}>
                  <span className={styles.letter} aria-hidden>
                    {email.slice(0, 1).toUpperCase()}
                  </span>
                  <span className={styles.email}>{email}</span>
                  {isCurrent && <IconCheck size={18} aria-label="Current profile" />}
                </UserEntry>
              </li>
            );
          })}
        </ul>
      )}
      <div className={styles.add}>
        <UserEntry onClick={onAdd}>
          <IconPlus size={18} aria-hidden />
          Add another account
        </UserEntry>
      </div>
    </section>
  );
}

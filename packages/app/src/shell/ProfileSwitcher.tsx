/** The linked profiles in the user menu. Choosing another one switches to it; choosing the current one closes the menu. */
import { IconCheck, IconPlus } from "@tabler/icons-react";
import { useProfiles } from "../account/queries.ts";
import "./profile-switcher.css";

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
    <section className="profiles" aria-label="Profiles">
      {profiles.isPending && (
        <p className="profiles-note" role="status">
          Loading profiles...
        </p>
      )}
      {profiles.isError && (
        <p className="profiles-note profiles-failed" role="alert">
          Failed to load profiles
        </p>
      )}
      {profiles.data !== undefined && (
        <ul className="profiles-list">
          {profiles.data.map(({ user_id, email }) => {
            const isCurrent = user_id === currentId;
            return (
              <li key={user_id}>
                <button
                  type="button"
                  className="user-entry profile"
                  {...(isCurrent ? { "aria-current": "true" } : {})}
                  onClick={() => (isCurrent ? onCurrent() : onSwitch(user_id))}
                >
                  <span className="profile-letter" aria-hidden>
                    {email.slice(0, 1).toUpperCase()}
                  </span>
                  <span className="profile-email">{email}</span>
                  {isCurrent && <IconCheck size={18} aria-label="Current profile" />}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <button type="button" className="user-entry" onClick={onAdd}>
        <IconPlus size={18} aria-hidden />
        Add another account
      </button>
    </section>
  );
}

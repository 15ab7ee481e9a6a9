/** What the account feature reads and changes: linked profiles, signed-in devices, the audit log. */
import type { Client, VaultAuthenticator } from "@coffer/client";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient } from "../frame/client-context.tsx";
import { UNSAVED_KIT_KEY } from "../frame/unsaved-kit.ts";

const PROFILES_KEY = ["account", "profiles"] as const;
const SESSIONS_KEY = ["account", "sessions"] as const;
const PASSKEYS_KEY = ["account", "passkeys"] as const;
const AUDIT_KEY = ["account", "audit"] as const;
const DISCARDED_KEY = ["account", "discarded"] as const;
const REHEARSALS_KEY = ["account", "rehearsals"] as const;
const FACTOR_KEY = ["account", "missing-factor"] as const;

const profilesOptions = (client: Client) =>
  queryOptions({ queryKey: PROFILES_KEY, queryFn: () => client.account.profiles(), staleTime: 60_000 });

interface RenewalInput {
  readonly current: string;
  readonly next: { readonly password: string; readonly hint: string | null } | null;
  readonly onProgress: (percent: number) => void;
}

/** Read again whenever they are shown: another device may have changed them. */
const sessionsOptions = (client: Client) =>
  queryOptions({ queryKey: SESSIONS_KEY, queryFn: () => client.account.sessions(), staleTime: 0, refetchOnWindowFocus: true });

const passkeysOptions = (client: Client) =>
  queryOptions({ queryKey: PASSKEYS_KEY, queryFn: () => client.account.passkeys(), staleTime: 0 });

const auditOptions = (client: Client) => queryOptions({ queryKey: AUDIT_KEY, queryFn: () => client.account.audit(), staleTime: 0 });

const discardedOptions = (client: Client) =>
  queryOptions({ queryKey: DISCARDED_KEY, queryFn: () => client.account.discardedVaults(), staleTime: 0 });

/** Read again whenever it is shown: it is on this device, and another one may have tried the kit. */
const rehearsalsOptions = (client: Client) =>
  queryOptions({ queryKey: REHEARSALS_KEY, queryFn: () => client.account.rehearsals(), staleTime: 0 });

/** Judged once per sign-in, by what the vault itself remembers. */
const missingFactorOptions = (client: Client) =>
  queryOptions({ queryKey: FACTOR_KEY, queryFn: () => client.account.isSecondFactorMissing(), staleTime: Number.POSITIVE_INFINITY });

export const useProfiles = () => useQuery(profilesOptions(useClient()));
export const useSessions = () => useQuery(sessionsOptions(useClient()));
export const usePasskeys = () => useQuery(passkeysOptions(useClient()));
export const useDiscardedVaults = () => useQuery(discardedOptions(useClient()));
export const useRehearsals = () => useQuery(rehearsalsOptions(useClient()));
export const useMissingFactor = () => useQuery(missingFactorOptions(useClient()));
export const useAudit = () => useQuery(auditOptions(useClient()));

function useAccountMutation<Input, Output>(
  keys: readonly (readonly string[])[],
  change: (client: Client, input: Input) => Promise<Output>,
) {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(client, input),
    onSettled: () => Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey }))),
    // What was typed, a password among it, leaves the memory of the cache with the component.
    gcTime: 0,
  });
}

export const useCreateProfile = () =>
  useAccountMutation([PROFILES_KEY, AUDIT_KEY], (client, input: { email: string; password: string; hint: string | null }) =>
    client.account.createProfile(input),
  );

export const useUnlinkProfile = () =>
  useAccountMutation([PROFILES_KEY, AUDIT_KEY], (client, input: { id: string }) => client.account.unlinkProfile(input));

export const useRevokeSession = () =>
  useAccountMutation([SESSIONS_KEY, AUDIT_KEY], (client, input: { id: string }) => client.account.revokeSession(input));

export const useRevokeOtherSessions = () =>
  useAccountMutation([SESSIONS_KEY, AUDIT_KEY], (client, _input: null) => client.account.revokeOtherSessions());

interface Lost {
  readonly id: string;
  readonly passkeys: readonly string[];
  readonly authenticator: VaultAuthenticator | null;
}

export const useReportLost = () =>
  useAccountMutation([SESSIONS_KEY, PASSKEYS_KEY, AUDIT_KEY], (client, input: Lost) => client.account.reportLost(input));

interface ByPasskey {
  readonly authenticator: VaultAuthenticator;
}

export const useAddPasskey = () =>
  useAccountMutation([PASSKEYS_KEY, AUDIT_KEY], (client, input: ByPasskey & { readonly name: string }) => client.account.addPasskey(input));

export const useRenamePasskey = () =>
  useAccountMutation([PASSKEYS_KEY], (client, input: { id: string; name: string }) => client.account.renamePasskey(input));

export const useRemovePasskey = () =>
  useAccountMutation([PASSKEYS_KEY, AUDIT_KEY], (client, input: ByPasskey & { readonly id: string }) =>
    client.account.removePasskey(input),
  );

export const useChangePassword = () =>
  useAccountMutation(
    [SESSIONS_KEY, PROFILES_KEY, PASSKEYS_KEY, AUDIT_KEY],
    (client, input: { current: string; next: string; hint: string | null }) => client.account.changePassword(input),
  );

export const useChangeEmail = () =>
  useAccountMutation(
    [SESSIONS_KEY, PROFILES_KEY, PASSKEYS_KEY, AUDIT_KEY],
    (client, input: { password: string; email: string; code: string }) => client.account.changeEmail(input),
  );

export const useRenewRecoveryKey = () =>
  useAccountMutation([UNSAVED_KIT_KEY, REHEARSALS_KEY, AUDIT_KEY], (client, input: { password: string }) =>
    client.account.renewRecoveryKey(input),
  );

export const useRehearse = () =>
  useAccountMutation([REHEARSALS_KEY], (client, input: { recoveryKey: string; copy: string }) => client.account.rehearse(input));

export const usePutOffRehearsal = () => useAccountMutation([REHEARSALS_KEY], (client, _input: null) => client.account.putOffRehearsal());

/** Everything in the vault is another save afterwards. */
export const useRenewAllKeys = () =>
  useAccountMutation<RenewalInput, { recoveryKey: string }>(
    [UNSAVED_KIT_KEY, SESSIONS_KEY, PROFILES_KEY, REHEARSALS_KEY, AUDIT_KEY, ["vault", "contents"]],
    (client, input) => client.account.renewAllKeys(input),
  );

export const useRestoreDiscarded = () =>
  useAccountMutation(
    [DISCARDED_KEY, AUDIT_KEY, ["vault", "contents"]],
    (client, input: { recoveryKey: string; onProgress: (percent: number) => void }) => client.account.restoreDiscarded(input),
  );

/** What others share may have been missing until then, on whatever page: all of it is asked for again. */
export const useAcceptMissingFactor = () => useAccountMutation([[]], (client, _input: null) => client.account.acceptMissingSecondFactor());

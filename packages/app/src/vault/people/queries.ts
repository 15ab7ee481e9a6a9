/** What this account knows of another person's key. */
import type { FoundPerson } from "@coffer/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient } from "../../frame/client-context.tsx";
import { showContents } from "../queries.ts";

/** Lists that say of a person whether their key is verified. */
const SAYING = [["sharing"], ["team"]] as const;

/** Who an email belongs to, by what the server says and what this account knows. */
export function usePerson(email: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["sharing", "person", email],
    queryFn: () => client.sharing.findPerson({ email }),
    retry: false,
    gcTime: 0,
  });
}

export function useTrust() {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: { person: FoundPerson }) => client.sharing.trustPerson(input),
    onSettled: async () => {
      showContents(client, cache);
      await Promise.all(SAYING.map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
}

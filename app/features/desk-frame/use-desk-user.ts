import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type CurrentUser, readStaffRole } from "#app/features/account/current-user.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryClient } from "#app/platform/reads.ts";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import { deskUserQuery, ROLE_PAUSE_MS } from "./desk-user.ts";

/** Queries of this hook. Every other query may contain data that only the old role could read. */
const ROLE_QUERIES: ReadonlySet<string> = new Set(["desk-user", "desk-role"]);

/**
 * Returns the logged-in staff member; null until known, so that the server renders the same for everyone. The role is
 * polled from the database every five seconds. When it changes, all data read with the old role is dropped.
 */
export function useDeskUser(): CurrentUser | null {
  const userId = useStoredUserId();
  const { data: user = null, dataUpdatedAt } = useQuery(
    { ...deskUserQuery(), queryKey: [userId, "desk-user"], enabled: userId !== null },
    queryClient,
  );
  // A failed read keeps the last known role; the database checks permissions on every request anyway.
  const { data: role = user?.role } = useQuery(
    {
      queryKey: [userId, "desk-role"],
      queryFn: async () => (await readStaffRole(getBrowserData())) ?? ("customer" as const),
      enabled: user !== null,
      initialData: user?.role,
      initialDataUpdatedAt: dataUpdatedAt,
      retry: false,
      staleTime: ROLE_PAUSE_MS,
      refetchInterval: ROLE_PAUSE_MS,
      refetchOnWindowFocus: "always",
    },
    queryClient,
  );
  const isChanged = user !== null && role !== user.role;

  // Clears the query cache, which is outside of React.
  useEffect(() => {
    if (!isChanged) return;
    queryClient.removeQueries({ predicate: ({ queryKey }) => !ROLE_QUERIES.has(String(queryKey[1])) });
  }, [isChanged]);

  return user && role ? { ...user, role } : user;
}

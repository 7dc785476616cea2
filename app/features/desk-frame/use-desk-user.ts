import { useQuery } from "@tanstack/react-query";
import { type CurrentUser, findCurrentUser } from "#app/features/account/current-user.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryClient } from "#app/platform/reads.ts";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";

/** Returns the staff member who is logged in; null until it is known, so that the server renders the same for all. */
export function useDeskUser(): CurrentUser | null {
  const userId = useStoredUserId();
  const { data } = useQuery(
    {
      queryKey: [userId, "desk-user"],
      queryFn: () => findCurrentUser(getBrowserData()),
      enabled: userId !== null,
      retry: false,
    },
    queryClient,
  );
  return data ?? null;
}

import { redirect } from "react-router";
import { type CurrentUser, findCurrentUser } from "#app/features/account/current-user.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryClient, readKey } from "#app/platform/reads.ts";

/** Interval at which the role is polled, and how long the user of the back office counts as known. */
export const ROLE_PAUSE_MS = 5000;

export const deskUserQuery = () => ({
  queryKey: readKey("desk-user"),
  queryFn: () => findCurrentUser(getBrowserData()),
  retry: false,
  staleTime: ROLE_PAUSE_MS,
});

/** Returns the logged-in user for the loader of a page, whose middleware has just read it. */
export async function readDeskUser(): Promise<CurrentUser> {
  const user = await queryClient.fetchQuery(deskUserQuery());
  if (!user) throw redirect("/auth");
  return user;
}

import { findCurrentUser, mayManage } from "#app/features/account/current-user.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";

const answers = new Map<string, Promise<boolean>>();

/**
 * Returns whether the current user may edit the catalog; requested once per user until the page is reloaded. If the
 * request fails, the tools stay hidden until then; the page works without them.
 */
export function isManaging(userId: string): Promise<boolean> {
  const known = answers.get(userId);
  if (known !== undefined) return known;
  const answer = findCurrentUser(getBrowserData()).then(
    (user) => {
      // The user may still complete MFA during this visit.
      if (user?.isStaffWaiting) answers.delete(userId);
      return user !== null && mayManage(user);
    },
    (error: unknown) => {
      console.error(error);
      return false;
    },
  );
  answers.set(userId, answer);
  return answer;
}

import { findVisitor } from "#app/features/account/visitor.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";

const answers = new Map<string, Promise<boolean>>();

/**
 * Whether the signed-in person is an admin: asked once for each person and visit, then remembered.
 * Without an answer the tools stay away until the next visit; the page works without them.
 */
export function isAdmin(userId: string): Promise<boolean> {
  const known = answers.get(userId);
  if (known !== undefined) return known;
  const answer = findVisitor(getBrowserData()).then(
    (visitor) => {
      // Their second step may come later in this visit.
      if (visitor?.isAdminWaiting) answers.delete(userId);
      return visitor?.role === "admin";
    },
    (error: unknown) => {
      console.error(error);
      return false;
    },
  );
  answers.set(userId, answer);
  return answer;
}
